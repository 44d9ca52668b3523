import { DAY_MS } from '@coffer/contract/durations'
import { wireStep } from '@coffer/contract/gateway-currencies'
import type { PeriodRefunds } from '@coffer/contract/proration'
import type { Db } from '../../db/open.ts'
import { creditNote, paidPartOf, readSnapshot, restOf } from '../invoices/index.ts'
import * as payments from './payments.repository.ts'
import type { PaymentDeps } from './payments.service.ts'
import { insertRefund } from './refunds.service.ts'
import * as unused from './unused-time.repository.ts'

/** The running period of a user's plan. */
export interface RunningPeriod extends Omit<unused.PlanInvoices, 'since'> {
  startsAt: number
}

/** PayPal may charge some hours before a period begins. */
const EARLY_MS = DAY_MS

const LONGEST_PERIOD_MS = 366 * DAY_MS

/**
 * Finds the invoices that cover a running period, the newest first. Those of an earlier plan do where its
 * unused time has paid the period.
 */
async function findPeriodInvoices(db: Db, { startsAt, ...plan }: RunningPeriod) {
  const since = startsAt - LONGEST_PERIOD_MS - EARLY_MS
  const rows = await unused.listPlanInvoices(db, { ...plan, since })
  return rows.filter(row => {
    const { period } = readSnapshot(row)
    return period !== null && Date.parse(period.ends_at) > startsAt
  })
}

/** Whether an invoice was issued for the period, and not for one of an earlier plan. */
const isOfPeriod = (
  { issued_at, first_paid_at }: unused.PlanInvoice,
  { startsAt }: RunningPeriod,
): boolean => Math.min(issued_at, first_paid_at ?? issued_at) >= startsAt - EARLY_MS

/** Returns what is left of a paid invoice, less refunds that are on their way. */
const keptOf = (invoice: unused.PlanInvoice): number =>
  invoice.state === 'paid' ? Math.max(0, paidPartOf(invoice) - invoice.refunding) : 0

/** Returns what administrators have given back of an invoice, or have cancelled unpaid. */
function refundedOf(invoice: unused.PlanInvoice): number {
  const { state, total, period_id, external_id, credited_by_admin, refunded_by_admin } = invoice
  const isUnpaid = state === 'void' || state === 'uncollectible'
  // A change of plan that was not paid was not made.
  if (isUnpaid && period_id === null && external_id === null) return 0
  if (state === 'void') return total
  const writtenOff = isUnpaid ? restOf(invoice) : 0
  return writtenOff + credited_by_admin + refunded_by_admin
}

const sumOf = (
  invoices: readonly unused.PlanInvoice[],
  amountOf: (invoice: unused.PlanInvoice) => number,
): number => invoices.reduce((sum, invoice) => sum + amountOf(invoice), 0)

/**
 * Returns how much of what was paid for a running period is left, and how much administrators gave back.
 * What Coffer itself has credited or refunded, such as unused time, is in neither.
 * @param exceptId an invoice that is left out, such as that of a change which is not made yet
 */
export async function findPeriodRefunds(
  db: Db,
  period: RunningPeriod,
  exceptId?: string,
): Promise<PeriodRefunds> {
  const invoices = (await findPeriodInvoices(db, period)).filter(({ id }) => id !== exceptId)
  const own = invoices.filter(invoice => isOfPeriod(invoice, period))
  return {
    refunded: sumOf(own, refundedOf),
    kept: sumOf(own, keptOf),
    creditable: sumOf(invoices, keptOf),
  }
}

interface UnusedTime {
  period: RunningPeriod
  /** Minor units. */
  amount: number
}

const REASON = 'unused_time'

/** Credits unused time of a plan to the balance, on the latest invoices of its period. */
export async function creditUnused(
  tx: Db,
  deps: PaymentDeps,
  { period, amount }: UnusedTime,
): Promise<void> {
  let left = amount
  for (const invoice of await findPeriodInvoices(tx, period)) {
    const credited = Math.min(left, keptOf(invoice))
    if (credited <= 0) continue
    left -= credited
    await creditNote(tx, deps, {
      invoiceId: invoice.id,
      amount: credited,
      reason: REASON,
      at: deps.now().getTime(),
    })
    if (left === 0) return
  }
}

/** PayPal refuses to refund older payments. */
const REFUNDABLE_MS = 180 * DAY_MS

/**
 * Shares unused time out among the latest payments of the invoices that cover the running period. The shares
 * never exceed what is left of the payments. A refund is rounded down to an amount that the gateway can be
 * sent, and the rest goes to the balance.
 */
async function shareUnused(
  db: Db,
  { now }: Pick<PaymentDeps, 'now'>,
  { period, amount }: UnusedTime,
) {
  let left = amount
  const since = now().getTime() - REFUNDABLE_MS
  const ids = (await findPeriodInvoices(db, period)).map(({ id }) => id)
  const paid = ids.length === 0 ? [] : await unused.listPaymentsOf(db, ids)
  return paid.flatMap(payment => {
    const share = Math.min(left, payment.amount - payment.refunded, payment.creditable)
    if (share <= 0) return []
    left -= share
    const isRefundable = payment.gateway !== 'system' && payment.created_at > since
    const rest = isRefundable ? share % wireStep(payment.gateway, period.currency) : share
    return [
      { payment, amount: share - rest, isRefundable: true },
      { payment, amount: rest, isRefundable: false },
    ].filter(part => part.amount > 0)
  })
}

/** Returns the parts of unused time that are refunded and that go to the balance, in minor units. */
export async function previewRefund(db: Db, deps: Pick<PaymentDeps, 'now'>, time: UnusedTime) {
  const shares = await shareUnused(db, deps, time)
  const sum = (isRefundable: boolean) =>
    shares
      .filter(share => share.isRefundable === isRefundable)
      .reduce((total, { amount }) => total + amount, 0)
  return { toRefund: sum(true), toBalance: sum(false) }
}

/**
 * Stores refunds for unused time, which a schedule sends, so that the caller's transaction may still
 * fail. Shares that can't be refunded, or are refused, go to the balance.
 */
export async function refundUnused(tx: Db, deps: PaymentDeps, time: UnusedTime): Promise<void> {
  await payments.lockPaymentsOf(tx, time.period.userId)
  const at = deps.now().getTime()
  for (const { payment, amount, isRefundable } of await shareUnused(tx, deps, time))
    if (isRefundable)
      await insertRefund(tx, deps, payment, { amount, reason: REASON, isAutomatic: true })
    else await creditNote(tx, deps, { invoiceId: payment.invoiceId, amount, reason: REASON, at })
}
