// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { queries, setUpRendering, showPage, submit, useConfig } from '../../../test/render.tsx'
import { settingsQuery } from '../../features/settings/settings.api.ts'
import { CreateFixedPlanPage, CreateMeteredPlanPage } from './plan-create.tsx'

setUpRendering()

beforeEach(async () => {
  await useConfig({})
  const settings = { values: { billing_currency: { value: 'SEK' } } }
  queries.setQueryData(settingsQuery.queryKey, settings as never)
})

test('all missing values of a metered plan are marked at once', async () => {
  await showPage(CreateMeteredPlanPage)
  await submit()
  const marked = [...document.querySelectorAll('[aria-invalid=true]')]
  expect(marked.length).toBe(2)
})

test.each([
  ['fixed', CreateFixedPlanPage],
  ['metered', CreateMeteredPlanPage],
])('the currency of a new %s plan is that of the billing details', async (_, page) => {
  await showPage(page)
  const chosen = [...document.querySelectorAll('select')].map(({ value }) => value)
  expect(chosen.slice(0, 2)).toEqual(['SEK', 'month'])
})
