import { expect, it } from 'vitest'
import { paymentFailureOf } from './payment-failures.ts'

it.each([
  ['insufficient_funds', 'insufficient_funds'],
  ['Insufficient Funds', 'insufficient_funds'],
  ['expired_card', 'expired_card'],
  ['Expired card', 'expired_card'],
  ['withdrawal_count_limit_exceeded', 'limit_exceeded'],
  ['card_velocity_exceeded', 'limit_exceeded'],
  ['Exceeds withdrawal limit', 'limit_exceeded'],
  ['authentication_required', 'authentication_required'],
  ['processing_error', 'processing_error'],
  ['stolen_card', 'declined'],
  ['Pick-up card, stolen', 'declined'],
  ['DENIED', 'declined'],
  ['', 'declined'],
])('the reason “%s” is shown as %s', (reason, failure) => {
  expect(paymentFailureOf(reason)).toBe(failure)
})
