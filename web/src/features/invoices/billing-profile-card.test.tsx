// @vitest-environment jsdom
import type { BillingProfile } from '@coffer/contract/billing-profile'
import { act } from 'react'
import { expect, test } from 'vitest'
import {
  field,
  queries,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
} from '../../../test/render.tsx'
import { BillingProfileCard } from './billing-profile-card.tsx'
import { billingProfileQuery } from './invoices.api.ts'

setUpRendering()

const profile: BillingProfile = {
  name: 'Freja Holm',
  company: null,
  address: 'Strandgade 9',
  city: 'Copenhagen',
  postal_code: '1401',
  state: null,
  country: 'DK',
  phone: null,
  tax_id: null,
}

const inAarhus: BillingProfile = { ...profile, city: 'Aarhus' }

test('sends only the fields that were edited, also after a change on another device', async () => {
  await useConfig({})
  const calls = stubCalls()
  queries.setQueryData(billingProfileQuery.queryKey, profile)
  await showPage(BillingProfileCard)
  await type(field('input[autocomplete=tel]'), '+45 12345678')
  await act(async () => {
    queries.setQueryData(billingProfileQuery.queryKey, inAarhus)
  })
  await submit()
  expect(calls[0]?.body).toEqual({ phone: '+45 12345678' })
})
