/** Why payments fail, as shown to users: texts `transactions.failure.<name>`. */
export type PaymentFailure =
  | 'insufficient_funds'
  | 'expired_card'
  | 'limit_exceeded'
  | 'authentication_required'
  | 'processing_error'
  | 'declined'

/** Codes of Stripe and texts of the banks at Paystack. */
const PATTERNS: readonly (readonly [RegExp, PaymentFailure])[] = [
  [/insufficient[ _]funds/i, 'insufficient_funds'],
  [/expired/i, 'expired_card'],
  [/exceed.*limit|limit[ _]exceeded|velocity[ _]exceeded/i, 'limit_exceeded'],
  [/authentication[ _]required/i, 'authentication_required'],
  [/processing[ _]error/i, 'processing_error'],
]

/**
 * Returns the failure that is shown for a gateway's reason. Unknown ones are `declined`, and so
 * are lost and stolen cards, so that a thief is not warned.
 */
export const paymentFailureOf = (reason: string): PaymentFailure =>
  PATTERNS.find(([pattern]) => pattern.test(reason))?.[1] ?? 'declined'
