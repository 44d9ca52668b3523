import { DAY_MS } from '@coffer/contract/durations'
import { wireStep } from '@coffer/contract/gateway-currencies'
import type { PeriodRefunds } from '@coffer/contract/proration'
import type { Db } from '../../db/open.ts'
import { creditNote } from '../invoices/index.ts'
import * as payments from './payments.repository.ts'
import type { PaymentDeps } from './payments.service.ts'
import { insertRefund } from './refunds.service.ts'

/** Credits unused time of a plan to the balance, on the latest invoices of the subscription. */
export async function creditUnused(
  tx: Db,
  deps: PaymentDeps,
  { subscriptionId, amount, reason }: { subscriptionId: string; amount: number; reason: string },
): Promise<void> {
  let left = amount
  for (const invoice of await payments.listPaidInvoices(tx, subscriptionId)) {
    const credited = Math.min(left, invoice.total - invoice.credited)
    if (credited <= 0) continue
    left -= credited
    await creditNote(tx, deps, {
      invoiceId: invoice.id,
      amount: credited,
      reason,
      at: deps.now().getTime(),
    })
    if (left === 0) return
  }
}

/** Returns the rest of an invoice's payments, less refunds that are on their way. */
const keptOf = (paid: readonly { amount: number; refunded: number; creditable: number }[]) =>
  Math.min(
    paid[0]?.creditable ?? 0,
    paid.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0),
  )

/**
 * Returns how much of the payments for a user's plans since a time was kept, and how much was refunded, in
 * minor units. The refunds of Coffer itself, such as of unused time, are in neither.
 */
export async function findKept(
  db: Db,
  { userId, currency, since }: { userId: string; currency: string; since: number },
): Promise<PeriodRefunds> {
  const recent = (await payments.listForPlans(db, userId, currency)).filter(
    ({ created_at }) => created_at >= since,
  )
  const ids = recent.map(({ id }) => id)
  const byInvoice = [...Map.groupBy(recent, ({ invoiceId }) => invoiceId).values()]
  return {
    kept: byInvoice.reduce((sum, paid) => sum + keptOf(paid), 0),
    refunded: await payments.sumRefunded(db, ids),
  }
}

interface UnusedTime {
  userId: string
  /** Minor units. */
  amount: number
  currency: string
}

/** PayPal refuses to refund older payments. */
const REFUNDABLE_MS = 180 * DAY_MS

/**
 * Shares unused time out among the latest payments of a user's subscriptions, as the running period may
 * have been paid for an earlier plan. The shares never exceed what is left of the payments. A refund is
 * rounded down to an amount that the gateway can be sent, and the rest goes to the balance.
 */
async function shareUnused(
  db: Db,
  { now }: Pick<PaymentDeps, 'now'>,
  { userId, amount, currency }: UnusedTime,
) {
  let left = amount
  const since = now().getTime() - REFUNDABLE_MS
  return (await payments.listForPlans(db, userId, currency)).flatMap(payment => {
    const share = Math.min(left, payment.amount - payment.refunded, payment.creditable)
    if (share <= 0) return []
    left -= share
    const isRefundable = payment.gateway !== 'system' && payment.created_at > since
    const rest = isRefundable ? share % wireStep(payment.gateway, currency) : share
    return [
      { payment, amount: share - rest, isRefundable: true },
      { payment, amount: rest, isRefundable: false },
    ].filter(part => part.amount > 0)
  })
}

/** Returns the parts of unused time that are refunded and that go to the balance, in minor units. */
export async function previewRefund(db: Db, deps: Pick<PaymentDeps, 'now'>, unused: UnusedTime) {
  const shares = await shareUnused(db, deps, unused)
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
export async function refundUnused(
  tx: Db,
  deps: PaymentDeps,
  { reason, ...unused }: UnusedTime & { reason: string },
): Promise<void> {
  await payments.lockPaymentsOf(tx, unused.userId)
  const at = deps.now().getTime()
  for (const { payment, amount, isRefundable } of await shareUnused(tx, deps, unused))
    if (isRefundable) await insertRefund(tx, deps, payment, { amount, reason, isAutomatic: true })
    else await creditNote(tx, deps, { invoiceId: payment.invoiceId, amount, reason, at })
}
