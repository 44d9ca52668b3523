// @vitest-environment jsdom
import type { AdminSubscription } from '@coffer/contract/admin-subscriptions'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  click,
  field,
  find,
  settle,
  setUpRendering,
  show,
  submit,
  type,
  useConfig,
} from '../../../test/render.tsx'
// Loaded before it is shown.
import '../../ui/form/reason-dialog.tsx'
import type { SubscriptionCalls } from './admin-subscriptions.api.ts'
import { BalanceCard, PlanCard } from './user-billing.tsx'

setUpRendering()
beforeEach(() => useConfig({}))

type Attributes = AdminSubscription['attributes']

const RENEWS_AT = '2031-05-03T12:00:00Z'
const ENDS_AT = '2032-05-03T12:00:00Z'

/** Renders the plan and returns its facts by their terms. */
async function factsOf(dates: Pick<Attributes, 'status' | 'ends_at' | 'renews_at'>) {
  const subscription = {
    id: 's',
    attributes: {
      name: 'Pro',
      price: null,
      payment_state: 'ok',
      driver: 'system',
      created_at: '2030-05-03T12:00:00Z',
      ...dates,
    },
    relationships: { plan: { data: { attributes: { interval: 'month' } } } },
  } as unknown as AdminSubscription
  await show(
    <PlanCard subscription={subscription} canEnd={false} calls={{} as SubscriptionCalls} />,
  )
  return Object.fromEntries(
    [...document.querySelectorAll('dt')].map(term => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]),
  )
}

test.each([
  ['renews', { status: 'active', ends_at: null, renews_at: RENEWS_AT }, 'May 3, 2031'],
  ['ends', { status: 'cancelled', ends_at: ENDS_AT, renews_at: null }, 'May 3, 2032'],
  ['ended', { status: 'completed', ends_at: ENDS_AT, renews_at: null }, 'May 3, 2032'],
] as const)('says once that a subscription %s', async (kind, dates, date) => {
  expect(await factsOf(dates)).toMatchObject({ [`admin_subscriptions.${kind}`]: date })
})

test('sends the same id with a credit until its answer comes', async () => {
  const credit = vi.fn(async (_userId: string, _body: { id: string }) => {
    throw new Error('lost')
  })
  const calls = { credit } as unknown as SubscriptionCalls
  const billing = { balances: [], debts: [{ amount: 500, currency: 'EUR' }] } as never
  await show(<BalanceCard userId="u" name="Ann" billing={billing} currency="EUR" calls={calls} />)
  await click(find('button'))
  await settle()
  await type(field('input[inputmode="decimal"]'), '5')
  await type(find<HTMLTextAreaElement>('textarea'), 'Late answer')
  await submit()
  await submit()
  const [first, second] = credit.mock.calls.map(([, body]) => body)
  expect(first).toEqual({
    id: expect.any(String),
    amount: 500,
    currency: 'EUR',
    reason: 'Late answer',
  })
  expect(second).toEqual(first)
})
