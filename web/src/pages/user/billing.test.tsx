// @vitest-environment jsdom
import type { User } from '@coffer/contract/account'
import type { UsageOverview } from '@coffer/contract/spending'
import type { BillingOverview } from '@coffer/contract/subscriptions'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Call,
  click,
  queries,
  setUpRendering,
  showPage,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { userQuery } from '../../features/account/account.api.ts'
import { BillingPage } from './billing.tsx'

setUpRendering()

const DRIVERS = ['stripe', 'paypal', 'paystack'] as const
const billing: BillingOverview = {
  is_demo: false,
  subscription: null,
  pending_change: null,
  methods: [],
  balances: [],
  debts: [{ amount: 1234, currency: 'USD' }],
  usage: { used_bytes: 0, capacity_bytes: null, members: 0, max_members: null },
  offers: [],
  drivers: [...DRIVERS],
}

const usage = {
  plan: 'Pay as you go',
  period: { starts_at: '2030-05-01T00:00:00Z', ends_at: '2030-06-01T00:00:00Z' },
  currency: 'USD',
  lines: [],
  forecast_lines: [],
  days: [],
  alert: null,
  cap: null,
  dunning_step: null,
  ...Object.fromEntries(
    ['estimate', 'tax', 'forecast', 'forecast_tax', 'balance', 'debt'].map(name => [
      name,
      { amount: 0, currency: 'USD' },
    ]),
  ),
} as unknown as UsageOverview

const NO_SUBSCRIPTION = {
  type: 'about:blank',
  title: 'No subscription',
  status: 404,
  detail: '',
  message: '',
  code: 'billing.no_subscription',
}

const setUsages = (usages: Partial<User['meta']['usages']>) =>
  queries.setQueryData(userQuery.queryKey, { meta: { usages } } as User)

let calls: Call[]
const answer = (path: string, status: number, body: unknown) =>
  calls.find(call => call.path === `/api/subscriptions/${path}`)?.answer(status, body)
async function open(data: BillingOverview) {
  await showPage(BillingPage)
  await answer('overview', 200, { data })
}
const debts = () =>
  [...document.querySelectorAll('section')].filter(each => each.textContent.includes('usage.debt'))
const payButtons = () => debts().flatMap(each => [...each.querySelectorAll('button')])

beforeEach(async () => {
  await useConfig({ subscriptionType: 'fixed' })
  calls = stubCalls()
  setUsages({ has_open_invoices: false, has_balance: false })
})

test.each(DRIVERS)('what is due is paid with %s', async driver => {
  await open(billing)
  expect(payButtons()).toHaveLength(DRIVERS.length)
  const button = payButtons()[DRIVERS.indexOf(driver)]
  if (button) await click(button)
  expect(calls.at(-1)).toMatchObject({
    method: 'POST',
    path: '/api/subscriptions/fund',
    body: { amount: 1234, currency: 'USD', driver },
  })
  expect(payButtons().every(({ disabled }) => disabled)).toBe(true)
})

test('each currency is due on its own', async () => {
  await open({ ...billing, debts: [...billing.debts, { amount: 500, currency: 'EUR' }] })
  expect(debts()).toHaveLength(2)
})

test('nothing is shown where nothing is due', async () => {
  await open({ ...billing, debts: [] })
  expect(debts()).toEqual([])
})

test.each([true, false])('a notice replaces the plans in a demo account (%s)', async isDemo => {
  await open({ ...billing, debts: [], is_demo: isDemo })
  expect(document.body.textContent.includes('billing.demo')).toBe(isDemo)
  expect(document.body.textContent.includes('billing.no_plans')).toBe(!isDemo)
})

describe('where nothing is sold', () => {
  beforeEach(() => useConfig({ subscriptionType: 'none' }))

  test('what is due is shown with its ways to pay', async () => {
    setUsages({ has_open_invoices: true })
    await open(billing)
    expect(payButtons()).toHaveLength(DRIVERS.length)
    expect(document.body.textContent).not.toContain('billing.none')
  })

  test('the balance is shown with its transactions', async () => {
    setUsages({ has_balance: true })
    await open({ ...billing, debts: [], balances: [{ amount: 4321, currency: 'USD' }] })
    expect(document.querySelector('aside')?.textContent).toContain('43.21')
    expect(calls.some(({ path }) => path.startsWith('/api/subscriptions/transactions'))).toBe(true)
    expect(payButtons()).toEqual([])
    expect(document.body.textContent).not.toContain('billing.none')
  })

  test('nothing of billing is loaded while nothing is due or on the balance', async () => {
    await open(billing)
    expect(calls).toEqual([])
    expect(document.body.textContent).toContain('billing.none')
  })

  test('the result of a payment is shown once nothing is due any more', async () => {
    await showPage(BillingPage, '/', '/?checkout=c')
    const attributes = { purpose: 'fund', driver: 'stripe', state: 'completed', reason: null }
    await answer('checkouts/c', 200, { data: { attributes } })
    expect(document.querySelector('[role=status]')?.textContent).toBe('billing.paid')
  })
})

describe('with metered plans', () => {
  beforeEach(() => useConfig({ subscriptionType: 'metered' }))

  test('what is due in another currency is shown with its ways to pay', async () => {
    const euros = { amount: 500, currency: 'EUR' }
    await open({ ...billing, debts: [...billing.debts, euros] })
    await answer('usage', 200, { data: { ...usage, debt: billing.debts[0] } })
    const buttons = payButtons().filter(each => each.textContent.startsWith('billing.pay_due'))
    // Paystack takes no euros.
    expect(buttons).toHaveLength(2)
    if (buttons[0]) await click(buttons[0])
    expect(calls.at(-1)?.body).toEqual({ ...euros, driver: 'stripe' })
  })

  test('what is due is shown to users without a period', async () => {
    await open(billing)
    await answer('usage', 404, NO_SUBSCRIPTION)
    expect(payButtons()).toHaveLength(DRIVERS.length)
    expect(document.body.textContent).not.toContain('billing.failed')
  })

  test('users without a period who owe nothing have no plan', async () => {
    await open({ ...billing, debts: [] })
    await answer('usage', 404, NO_SUBSCRIPTION)
    expect(debts()).toEqual([])
    expect(document.body.textContent).toContain('billing.no_plan')
  })

  test('a failure to load the usage can be retried', async () => {
    await open(billing)
    await answer('usage', 500, {})
    expect(document.body.textContent).toContain('billing.failed')
  })
})
