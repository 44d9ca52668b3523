// @vitest-environment jsdom
import { listGateways } from '@coffer/contract/gateway-settings'
import { listPlans } from '@coffer/contract/plans'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  type Call,
  field,
  queries,
  setUpRendering,
  showPage,
  stubCalls,
  submit,
  type,
  useConfig,
  useLanguage,
} from '../../../test/render.tsx'
import { settingsQuery } from '../../features/settings/settings.api.ts'
import { PaymentsGatewaysPage } from './payments-gateways.tsx'

setUpRendering()

const stored = (value: unknown) => ({
  value,
  origin: 'stored',
  changed_at: null,
  changed_by: null,
})
const LIMIT = 'input[name=new_account_usage_limit]'
const BONUS = 'input[name=registration_bonus]'

let calls: Call[]
const planCalls = () => calls.filter(({ path }) => path.startsWith(listPlans.path))

beforeEach(() => useConfig({ subscriptionType: 'metered' }))

/** @param currency of the active metered plan; undefined without one */
async function open(currency?: string) {
  calls = stubCalls()
  const values = {
    billing_currency: stored('EUR'),
    new_account_usage_limit: stored(2000),
    registration_bonus: stored(0),
  }
  await act(async () =>
    queries.setQueryData(settingsQuery.queryKey, { values, secrets: {} } as never),
  )
  await showPage(PaymentsGatewaysPage)
  await calls.find(({ path }) => path === listGateways.path)?.answer(200, { data: [] })
  const data = currency ? [{ id: 'p', attributes: { type: 'metered', currency } }] : []
  await planCalls()[0]?.answer(200, { data })
}

test('the bonus and the limit are typed in the currency of the metered plan', async () => {
  await open('JPY')
  expect(planCalls()[0]?.path).toMatch(/type=metered.*status=active|status=active.*type=metered/)
  expect(field(LIMIT).value).toBe('2000')
  await type(field(BONUS), '500')
  await submit()
  expect(calls.at(-1)?.body).toMatchObject({ values: { registration_bonus: 500 } })
})

test('without a metered plan they are typed in the currency of new plans', async () => {
  await open()
  expect(field(LIMIT).value).toBe('20.00')
  expect(field(LIMIT).inputMode).toBe('decimal')
  expect(field(LIMIT).closest('form')?.textContent).toContain('EUR')
  await type(field(BONUS), '3.5')
  expect(field(BONUS).value).toBe('3.5')
  await submit()
  expect(calls.at(-1)?.body).toMatchObject({ values: { registration_bonus: 350 } })
})

test('amounts are typed as the reader writes them', async () => {
  await useLanguage('es')
  await open()
  expect(field(LIMIT).value).toBe('20,00')
  await type(field(LIMIT), '12,50')
  await submit()
  expect(calls.at(-1)?.body).toMatchObject({ values: { new_account_usage_limit: 1250 } })
})

test.each([
  ['abc', 'validation.number'],
  ['1.234', 'validation.number'],
  ['', 'validation.number'],
  ['-1', 'validation.number'],
  ['99999999', 'validation.number_range'],
])('%j is no amount', async (text, message) => {
  await open()
  await type(field(BONUS), text)
  const before = calls.length
  await submit()
  expect(calls).toHaveLength(before)
  expect(field(BONUS).getAttribute('aria-invalid')).toBe('true')
  expect(document.body.textContent).toContain(message)
  await vi.waitFor(() => expect(document.activeElement).toBe(field(BONUS)))
})

test.each(['fixed', 'none'] as const)(
  'they are not shown with subscriptions of type %s',
  async subscriptionType => {
    await useConfig({ subscriptionType })
    await open()
    expect(document.querySelector(LIMIT)).toBeNull()
    expect(planCalls()).toEqual([])
  },
)
