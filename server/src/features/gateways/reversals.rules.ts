import { DAY_MS } from '@coffer/contract/durations'
import type { Reversal } from './gateway.ts'

/**
 * Names what a gateway took from a payment without a refund or a dispute. It is listed among the disputes of
 * the payment, and counts as far as these don't explain it.
 */
export const reversalIdOf = (paymentExternalId: string): string => `reversal:${paymentExternalId}`

/** Whether a dispute is a reversal of the payment. Each that is booked after another has an id of its own. */
export const isReversalOf = (paymentExternalId: string, externalId: string | null): boolean =>
  externalId?.startsWith(reversalIdOf(paymentExternalId)) ?? false

/** PayPal lists events for 30 days; those of a lost dispute may precede its record by hours. */
const LISTED_MS = 31 * DAY_MS

interface Recorded {
  state: string
  amount: number
  updated_at: number
}

/**
 * Returns the minor units of a reversal that neither it nor a lost dispute has withdrawn yet. What was taken
 * before one of them was won is returned.
 * @param payment with the refunds of this reading
 * @param rows its disputes and reversals
 */
export function unrecordedOf(
  { takings, isWhole, readAt }: Reversal,
  payment: { amount: number; refunded: number },
  rows: readonly Recorded[],
): number {
  const won = rows.filter(({ state }) => state === 'won')
  const returnedAt = Math.max(0, ...won.map(row => row.updated_at))
  // The gateway's times are in seconds.
  const taken = takings.filter(({ createdAt }) => createdAt + 1000 > returnedAt)
  if (taken.length === 0) return 0
  const lost = rows.filter(({ state }) => state === 'lost')
  const rest = payment.amount - payment.refunded - sumOf(lost)
  if (isWhole) return Math.max(0, rest)
  const from = Math.max(returnedAt, readAt - LISTED_MS)
  const recorded = sumOf(lost.filter(row => row.updated_at >= from))
  return Math.max(0, Math.min(rest, sumOf(taken) - recorded))
}

/**
 * Whether the gateway has returned what it took: refunds and withdrawals make up the payment, of which it has
 * left a part.
 * @param refunded minor units that were refunded before the reading
 * @param rows the disputes and reversals of the payment
 */
export const isReturned = (
  { isWhole }: Reversal,
  { amount, refunded }: { amount: number; refunded: number },
  rows: readonly Recorded[],
): boolean => !isWhole && refunded + sumOf(rows.filter(({ state }) => state === 'lost')) >= amount

/** Sums minor units. */
export const sumOf = (list: readonly { amount: number }[]): number =>
  list.reduce((sum, { amount }) => sum + amount, 0)
