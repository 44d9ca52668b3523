import { expect, it } from 'vitest'
import { toDispute, toSubscription } from './paypal-presenter.ts'

it.each([
  ['RESOLVED_BUYER_FAVOUR', 'lost'],
  ['RESOLVED_BUYER_FAVOR', 'lost'],
  ['ACCEPTED', 'lost'],
  ['RESOLVED_SELLER_FAVOUR', 'won'],
  ['RESOLVED_SELLER_FAVOR', 'won'],
  ['RESOLVED_WITH_PAYOUT', 'won'],
  ['CANCELED_BY_BUYER', 'won'],
  ['DENIED', 'won'],
  ['NONE', 'won'],
  [undefined, 'open'],
])('a dispute whose outcome is %s is %s', (code, state) => {
  const dispute = {
    dispute_id: 'PP-D-1',
    create_time: '2026-11-01T00:00:00Z',
    ...(code !== undefined && { dispute_outcome: { outcome_code: code } }),
  }
  expect(toDispute(dispute, { amount: 1000, currency: 'USD' })).toMatchObject({ state })
})

const PLAN = {
  id: 'P-1',
  billing_cycles: [{ tenure_type: 'REGULAR', frequency: { interval_unit: 'MONTH' } }],
}
const BEGINS = Date.UTC(2026, 0, 20, 10)
const paidAt = (at: number) =>
  ({ state: 'succeeded', paidAt: at }) as unknown as Parameters<
    typeof toSubscription
  >[0]['payments'][number]
const shown = (now: number, ...payments: ReturnType<typeof paidAt>[]) => {
  const start_time = new Date(BEGINS).toISOString()
  const subscription = { id: 'I-1', status: 'ACTIVE', start_time, create_time: start_time }
  return toSubscription({ subscription, plan: PLAN, payments, now })
}

it('a subscription that began by a clock ahead of ours has a whole period', () => {
  expect(shown(BEGINS - 3000, paidAt(BEGINS + 1000))).toMatchObject({
    status: 'active',
    periodStartsAt: BEGINS + 1000,
    periodEndsAt: Date.UTC(2026, 1, 20, 10),
  })
})

it('a schedule that begins later keeps the time that is paid until then', () => {
  const fee = paidAt(BEGINS - 5 * 86_400_000)
  expect(shown(BEGINS - 4 * 86_400_000, fee)).toMatchObject({
    status: 'active',
    periodStartsAt: null,
    periodEndsAt: BEGINS,
  })
})
