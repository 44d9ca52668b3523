import type { Db } from '../../db/open.ts'
import type { InvoiceRow, PaymentRow } from '../../db/schema-payments.ts'
import { creditNote, lockInvoice, markPaid, paidPartOf, reopenInvoice } from '../invoices/index.ts'
import { amountOfPosting, lockBalance, postLedger } from '../ledger/index.ts'
import type { PaymentDeps } from './payments.service.ts'

interface GatewayCredit {
  gateway: PaymentRow['gateway']
  currency: string
  amount: number
}

interface OfInvoice {
  /** The gateway's id of the invoice that carries the amount. */
  key: string
  userId: string
  at: number
}

interface Overpaid extends OfInvoice {
  /** The invoices that were paid before, the newest first. */
  invoiceIds: readonly string[]
}

/**
 * Records the credit that a downgrade leaves at the gateway, which lowers its next invoices: credit notes
 * take it off the latest paid invoices. Credit for more than was paid lowers the revenue alone.
 */
export async function creditOverpaid(
  tx: Db,
  deps: PaymentDeps,
  { invoiceIds, ...credit }: GatewayCredit & Overpaid,
): Promise<void> {
  const { gateway, currency, amount, userId, at } = credit
  const key = `gateway_credit:${gateway}:${credit.key}`
  if ((await amountOfPosting(tx, key, 'gateway_credit')) !== 0) return
  let left = amount
  for (const invoiceId of invoiceIds) {
    const paid = await lockInvoice(tx, invoiceId)
    const credited = Math.min(left, paid ? paidPartOf(paid) : 0)
    if (credited === 0) continue
    left -= credited
    const correction = {
      invoiceId,
      amount: credited,
      reason: 'unused_time',
      paidTo: 'gateway',
      at,
    } as const
    await creditNote(tx, deps, correction)
  }
  await postLedger(tx, deps, {
    key,
    at,
    currency,
    entries: [
      { account: 'receivable', userId, amount: amount - left },
      { account: 'revenue', amount: left },
      { account: 'gateway_credit', amount: -amount },
    ],
  })
}

/**
 * Settles a rest of earlier invoices that was too small for the gateway to charge. It collects the rest
 * with the payment of a later invoice, whose excess is on the balance of the user by now.
 */
export const settleCarriedOver = async (
  tx: Db,
  deps: PaymentDeps,
  { gateway, key, currency, amount, at, userId }: GatewayCredit & OfInvoice,
): Promise<void> => {
  await lockBalance(tx, userId, currency)
  await postLedger(tx, deps, {
    key: `carried_over:${gateway}:${key}`,
    at,
    currency,
    entries: [
      { account: 'balance', userId, amount },
      { account: 'gateway_credit', amount: -amount },
    ],
  })
}

const keyOfCredit = ({ id }: InvoiceRow): string => `invoice:${id}:credit`

/** Pays an invoice with credit that the gateway keeps. */
export const useGatewayCredit = async (
  tx: Db,
  deps: PaymentDeps,
  { invoice, amount }: GatewayCredit & { invoice: InvoiceRow },
): Promise<void> => {
  await markPaid(tx, deps, {
    invoiceId: invoice.id,
    key: keyOfCredit(invoice),
    from: 'gateway_credit',
    amount: Math.min(amount, invoice.total),
    at: deps.now().getTime(),
  })
}

/**
 * Takes the credit back that paid a part of an invoice, as the gateway returns it when the invoice is void.
 * @returns the amount that is due again
 */
export async function returnGatewayCredit(
  tx: Db,
  deps: PaymentDeps,
  { userId, invoice }: { userId: string; invoice: InvoiceRow },
): Promise<number> {
  const used = await amountOfPosting(tx, keyOfCredit(invoice), 'gateway_credit')
  if (used === 0) return 0
  const key = `${keyOfCredit(invoice)}:void`
  const at = deps.now().getTime()
  await postLedger(tx, deps, {
    key,
    at,
    currency: invoice.currency,
    entries: [
      { account: 'receivable', userId, amount: used },
      { account: 'gateway_credit', amount: -used },
    ],
  })
  return reopenInvoice(tx, deps, { invoiceId: invoice.id, key, amount: used, at })
}
