import { expect, it } from 'vitest'
import { toDispute } from './paypal-presenter.ts'

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
