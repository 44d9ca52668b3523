// @vitest-environment jsdom
import type { BillingOverview } from '@coffer/contract/subscriptions'
import { beforeEach, expect, test } from 'vitest'
import {
  type Call,
  click,
  setUpRendering,
  showPage,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { BillingPage } from './billing.tsx'

setUpRendering()

const DRIVERS = ['stripe', 'paypal', 'paystack'] as const
const billing: BillingOverview = {
  subscription: null,
  pending_change: null,
  methods: [],
  balances: [],
  debts: [{ amount: 1234, currency: 'USD' }],
  usage: { used_bytes: 0, capacity_bytes: null, members: 0, max_members: null },
  offers: [],
  drivers: [...DRIVERS],
}

let calls: Call[]
async function open(data: BillingOverview) {
  await showPage(BillingPage)
  await calls.find(({ path }) => path === '/api/subscriptions/overview')?.answer(200, { data })
}
const debts = () =>
  [...document.querySelectorAll('section')].filter(each => each.textContent.includes('usage.debt'))
const payButtons = () => debts().flatMap(each => [...each.querySelectorAll('button')])

beforeEach(async () => {
  await useConfig({ subscriptionType: 'fixed' })
  calls = stubCalls()
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
