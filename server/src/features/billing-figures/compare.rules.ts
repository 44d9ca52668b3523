import type { DifferenceKind } from '@coffer/contract/billing-differences'
import type { Money } from '@coffer/contract/money'
import type { PaymentRow, ReversalRow } from '../../db/schema-payments.ts'
import { amountText } from '../../lib/amount-text.ts'
import type { ListedDispute, ListedRefund, RemotePayment } from '../gateways/index.ts'

export interface Difference {
  kind: DifferenceKind
  subject: string
  /** Our payment, or the one that a refund or dispute is about, as far as it is known. */
  payment_id: string | null
  user_id: string | null
  ours: string | null
  theirs: string | null
}

/**
 * Differences that an event which was lost explains, with the tables of their subjects: the payment is read
 * again.
 */
export const READ_AGAIN = {
  missing_here: 'payments',
  refund_missing_here: 'refunds',
  refund_state: 'refunds',
  dispute_missing_here: 'disputes',
  dispute_state: 'disputes',
} as const satisfies Partial<Record<DifferenceKind, string>>

/** A payment, refund or dispute that was compared, and its differences. */
export interface Comparison {
  subject: string
  /** The gateway's id of the payment, or of the one that it is about. */
  paymentExternalId: string
  differences: Difference[]
}

const MOVED: ReadonlySet<string> = new Set(['succeeded', 'lost'])
/** Ends of a refund or dispute that leave the money where it is, so that it may be missing here. */
const UNMOVED: ReadonlySet<string> = new Set(['failed', 'won'])

/** States differ once money has moved on one side only, or a dispute was decided that is open here. */
const disagree = (ours: string, theirs: string): boolean =>
  MOVED.has(ours) !== MOVED.has(theirs) || (ours === 'open' && theirs !== 'open')

type Kinds = Record<'missing' | 'amount' | 'currency' | 'state', DifferenceKind>

const PAYMENT_KINDS: Kinds = {
  missing: 'missing_here',
  amount: 'amount',
  currency: 'currency',
  state: 'state',
}
/** By the table of ours. */
const REVERSAL_KINDS: Record<'refunds' | 'disputes', Kinds> = {
  refunds: {
    missing: 'refund_missing_here',
    amount: 'refund_amount',
    currency: 'refund_amount',
    state: 'refund_state',
  },
  disputes: {
    missing: 'dispute_missing_here',
    amount: 'dispute_amount',
    currency: 'dispute_amount',
    state: 'dispute_state',
  },
}

interface Theirs extends Money {
  externalId: string
  paymentExternalId: string
  state: string
  at: number
  /** Whether it is expected here: attempts that moved no money may be missing. */
  isExpected: boolean
}

interface Ours {
  row: PaymentRow | ReversalRow | undefined
  payment: PaymentRow | undefined
}

const ownerOf = (payment: PaymentRow | undefined) => ({
  payment_id: payment?.id ?? null,
  user_id: payment?.user_id ?? null,
})

/** @param settledBefore later changes may not have reached us yet */
function compare(
  { row: ours, payment }: Ours,
  theirs: Theirs,
  settledBefore: number,
  kinds: Kinds,
): Comparison[] {
  const { externalId: subject, paymentExternalId } = theirs
  const about = { subject, ...ownerOf(payment) }
  const isSettled = theirs.at < settledBefore
  if (!ours) {
    if (!isSettled || !theirs.isExpected) return []
    const missing = { ...about, ours: null, theirs: amountText(theirs) }
    return [{ subject, paymentExternalId, differences: [{ kind: kinds.missing, ...missing }] }]
  }
  const differences: Difference[] = []
  const texts = { ...about, ours: amountText(ours), theirs: amountText(theirs) }
  if (ours.currency !== theirs.currency) differences.push({ kind: kinds.currency, ...texts })
  else if (ours.amount !== theirs.amount) differences.push({ kind: kinds.amount, ...texts })
  if (isSettled && ours.updated_at < settledBefore && disagree(ours.state, theirs.state))
    differences.push({ kind: kinds.state, ...about, ours: ours.state, theirs: theirs.state })
  return [{ subject, paymentExternalId, differences }]
}

/** Compares a payment of a gateway with ours. */
export function comparePayment(
  ours: PaymentRow | undefined,
  payment: RemotePayment,
  settledBefore: number,
): Comparison[] {
  const isExpected = payment.state === 'succeeded'
  const { externalId: paymentExternalId, paidAt: at } = payment
  const theirs = { ...payment, paymentExternalId, at, isExpected }
  return compare({ row: ours, payment: ours }, theirs, settledBefore, PAYMENT_KINDS)
}

/** Compares a refund or dispute of a gateway with ours. @param payment the one that it is about */
export function compareReversal(
  table: 'refunds' | 'disputes',
  row: ReversalRow | undefined,
  payment: PaymentRow,
  reversal: ListedRefund | ListedDispute,
  settledBefore: number,
): Comparison[] {
  const isExpected = !UNMOVED.has(reversal.state)
  const theirs = { ...reversal, at: reversal.createdAt, isExpected }
  return compare({ row, payment }, theirs, settledBefore, REVERSAL_KINDS[table])
}

interface RecordedOfPayment {
  payment: PaymentRow
  /** All disputes of the payment. */
  rows: readonly ReversalRow[]
  /** Those that are reversals. */
  own: readonly ReversalRow[]
  /** Minor units of the reversal that no row explains. */
  unrecorded: number
}

/**
 * Combines the rows about a reversal, which lost disputes explain in part.
 * @returns undefined while an open dispute decides about it
 */
export function recordedReversal(
  { state, amount }: ListedDispute,
  { payment, rows, own, unrecorded }: RecordedOfPayment,
): { row: ReversalRow | undefined } | undefined {
  const booked = own.find(row => row.state === 'lost') ?? own[0]
  if (state !== 'lost') return { row: booked && { ...booked, amount } }
  if (rows.some(row => row.state === 'open')) return undefined
  if (unrecorded > 0) return { row: undefined }
  const lost = rows.find(row => row.state === 'lost')
  if (lost) return { row: { ...lost, amount } }
  // A refund reduces a payment, too, so that its state does not show that a reversal was returned.
  const isReturned = booked && payment.refunded > 0
  return { row: isReturned ? { ...booked, amount, state } : booked }
}

/** A payment or refund of ours that the gateway does not list. */
export function missingThere(
  kind: 'missing_there' | 'refund_missing_there',
  row: PaymentRow | ReversalRow,
  payment: PaymentRow,
): Comparison {
  const subject = row.external_id ?? ''
  const difference = { kind, subject, ...ownerOf(payment), ours: amountText(row), theirs: null }
  return { subject, paymentExternalId: payment.external_id ?? '', differences: [difference] }
}
