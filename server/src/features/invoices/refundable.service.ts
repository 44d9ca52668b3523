import type { Db } from '../../db/open.ts'
import type { PaymentRow } from '../../db/schema-payments.ts'
import { balancesOf, ownerOfPosting } from '../ledger/index.ts'
import { paidPartOf } from './invoices.rules.ts'
import * as rows from './refundable.repository.ts'

/** Minor units. */
export interface Refundable {
  left: number
  /** The part that can't be refunded, as it went to the balance and has paid for something else. */
  spent: number
}

const NOTHING: Refundable = { left: 0, spent: 0 }

/** The user of a payment, or the anonymous owner that replaced a deleted one in the ledger. */
export const ownerOfPayment = async (
  db: Db,
  { id, user_id, invoice_id }: Pick<PaymentRow, 'id' | 'user_id' | 'invoice_id'>,
): Promise<string | undefined> =>
  user_id ??
  (await ownerOfPosting(db, `payment:${id}`, invoice_id === null ? 'balance' : 'receivable'))

/** Reads how much refunds can take from invoices and from balances, without those that are on their way. */
async function readSources(db: Db, payments: readonly PaymentRow[]) {
  const pending = await rows.findPendingRefunds(
    db,
    payments.map(({ id }) => id),
  )
  const owners = new Map<string, string | undefined>()
  for (const payment of [...payments, ...pending])
    owners.set(payment.id, await ownerOfPayment(db, payment))
  const ids = [...payments, ...pending].flatMap(({ invoice_id }) => invoice_id ?? [])
  const invoices = await rows.findInvoices(db, [...new Set(ids)])
  const onInvoice = new Map(invoices.map(invoice => [invoice.id, paidPartOf(invoice)]))
  const known = [...new Set([...owners.values()].flatMap(owner => owner ?? []))]
  const onBalance = new Map(await balancesOf(db, known))
  const sourcesOf = ({
    id,
    invoice_id,
    currency,
  }: Pick<PaymentRow, 'id' | 'invoice_id' | 'currency'>) => {
    const account = `${owners.get(id)} ${currency}`
    return {
      invoiceId: invoice_id ?? '',
      account,
      ofInvoice: onInvoice.get(invoice_id ?? '') ?? 0,
      ofBalance: onBalance.get(account) ?? 0,
    }
  }
  for (const refund of pending) {
    const { invoiceId, account, ofInvoice, ofBalance } = sourcesOf(refund)
    const credited = Math.min(refund.amount, ofInvoice)
    onInvoice.set(invoiceId, ofInvoice - credited)
    onBalance.set(account, Math.max(0, ofBalance - (refund.amount - credited)))
  }
  return sourcesOf
}

/**
 * Returns a function that names what is left to refund of each payment. A refund returns what its invoice
 * was paid, then what went to the balance and is still there: never more, so that users owe no refund.
 */
export async function refundableOf(
  db: Db,
  payments: readonly PaymentRow[],
): Promise<(id: string) => Refundable> {
  const paid = payments.filter(
    ({ state, gateway, amount, refunded }) =>
      state === 'succeeded' && gateway !== 'system' && amount > refunded,
  )
  if (paid.length === 0) return () => NOTHING
  const lost = new Map<string, number>()
  for (const { payment_id, amount } of await rows.findLostDisputes(
    db,
    paid.map(({ id }) => id),
  ))
    lost.set(payment_id, (lost.get(payment_id) ?? 0) + amount)
  const sourcesOf = await readSources(db, paid)
  const byId = new Map(
    paid.map((payment): [string, Refundable] => {
      const kept = Math.max(0, payment.amount - payment.refunded - (lost.get(payment.id) ?? 0))
      const { ofInvoice, ofBalance } = sourcesOf(payment)
      const left = Math.min(kept, ofInvoice + ofBalance)
      return [payment.id, { left, spent: kept - left }]
    }),
  )
  return id => byId.get(id) ?? NOTHING
}

/** Payments of an invoice with something left to refund. */
export async function findRefundable(db: Db, invoiceId: string) {
  const payments = await rows.findPaymentsOf(db, invoiceId)
  const of = await refundableOf(db, payments)
  return payments.map(payment => ({ ...payment, ...of(payment.id) })).filter(({ left }) => left > 0)
}
