// @vitest-environment jsdom
import { translationPartOf } from '@coffer/contract'
import type { Plan } from '@coffer/contract/plans'
import { act, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import {
  field,
  queries,
  setUpRendering,
  showPage,
  stubCalls,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { BillingProfileCard } from '../../features/invoices/billing-profile-card.tsx'
import { billingProfileQuery } from '../../features/invoices/invoices.api.ts'
import { PlanSettings } from '../../features/plans/plan-settings.tsx'
import { settingsQuery } from '../../features/settings/settings.api.ts'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import { CreateDocumentPage } from './document-form.tsx'
import { CreateFixedPlanPage, CreateMeteredPlanPage } from './plan-create.tsx'
import { UserCreatePage } from './user-create.tsx'

setUpRendering()

const plan = {
  id: 'p',
  attributes: { type: 'metered', status: 'active', name: 'Crew', currency: 'EUR', features: {} },
} as unknown as Plan

test.each<[form: string, page: () => ReactNode]>([
  ['document type', CreateDocumentPage],
  ['user', UserCreatePage],
  ['fixed plan', CreateFixedPlanPage],
  ['metered plan', CreateMeteredPlanPage],
  ['plan with settings', () => <PlanSettings plan={plan} />],
  ['billing profile', BillingProfileCard],
])('leaving a %s with unsaved changes is asked about', async (_, page) => {
  await useConfig({})
  stubCalls()
  queries.setQueryData(billingProfileQuery.queryKey, null)
  const settings = { values: { billing_currency: { value: 'EUR' } } }
  queries.setQueryData(settingsQuery.queryKey, settings as never)
  const router = await showPage(page, '/form')
  await type(field('input:not([type])'), 'Changed')
  await act(async () => void router.navigate({ to: '/' as never }))
  const [question] = popups.get()
  expect(question?.kind).toBe('alert')
  expect(translationPartOf(question?.title ?? '')).toBe('app')
  expect(router.state.location.pathname).toBe('/form')
  await act(async () => closePopup(question?.id ?? 0, true))
})
