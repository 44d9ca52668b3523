import { randomUUID } from 'node:crypto'
import type { GatewayName } from '@coffer/contract/gateways'
import type { InvoiceLine, InvoiceSnapshot, InvoiceTax } from '@coffer/contract/invoices'
import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import { AppError } from '../../errors.ts'
import { translate } from '../../lib/translate.ts'
import { ownerOfPosting, postLedger } from '../ledger/index.ts'
import { readSettings } from '../settings/index.ts'
import { recordTransaction } from '../transactions/index.ts'
import * as invoices from './invoices.repository.ts'
import {
  type CreditReason,
  creditedTaxes,
  paidPartOf,
  readSnapshot,
  restOf,
} from './invoices.rules.ts'
import {
  type Content,
  type InvoiceDeps,
  issueDocuments,
  type StoredAs,
} from './open-invoice.service.ts'

/** @throws AppError `invoice.not_found` */
export async function requireInvoice(tx: Db, id: string): Promise<InvoiceRow> {
  const invoice = await invoices.lockInvoice(tx, id)
  if (invoice?.kind !== 'invoice') throw new AppError('invoice.not_found')
  return invoice
}

/** The user, or the anonymous owner that replaced a deleted one in the ledger. */
async function ownerOf(tx: Db, { id, user_id }: InvoiceRow): Promise<string> {
  const owner = user_id ?? (await ownerOfPosting(tx, `invoice:${id}`, 'receivable'))
  if (!owner) throw new Error(`invoice ${id} is not in the ledger`)
  return owner
}

export interface CreditNoteInput {
  /** Of the new credit note. */
  id?: string | undefined
  invoiceId: string
  /** Minor units with tax; null for all that is left. */
  amount: number | null
  /** Printed in the language of the document; the text of an administrator is printed as it is. */
  reason: CreditReason | { text: string }
  /**
   * Where the paid part goes: to the user's balance, or to the gateway, whose refund or credit the caller
   * posts.
   */
  paidTo?: 'balance' | 'gateway' | undefined
  /** Whether an administrator writes it. */
  isManual?: boolean | undefined
  at: number
}

/**
 * A line for each tax group, without tax: the tax is a share of the tax of the invoice, which can differ
 * by a cent from the rate of the line.
 */
const creditLines = (taxes: readonly InvoiceTax[], document: InvoiceSnapshot): InvoiceLine[] =>
  taxes.map(({ category, rate, taxable }) => ({
    description: translate(document.locale, 'invoices.credit_line', { number: document.label }),
    detail: null,
    period: document.period,
    quantity: '1',
    unit: 'C62',
    unit_amount: null,
    amount: taxable,
    tax_category: category,
    tax_rate: rate,
    explanation: null,
  }))

/**
 * Issues a credit note for all or a part of an invoice. It first lowers the amount due, and the rest goes
 * to the balance. One for a refund only covers what was paid.
 * @throws AppError `invoice.not_found`, `invoice.wrong_state`, or `request.invalid` for more than is
 *   left of the invoice
 */
export async function creditNote(
  tx: Db,
  deps: InvoiceDeps,
  { id, invoiceId, amount, reason, paidTo = 'balance', isManual = false, at }: CreditNoteInput,
): Promise<{ invoice: InvoiceRow; creditNote: InvoiceRow }> {
  const invoice = await requireInvoice(tx, invoiceId)
  const isRefund = paidTo === 'gateway'
  if (invoice.state === 'void' || (invoice.state === 'uncollectible' && !isRefund))
    throw new AppError('invoice.wrong_state')
  const left = isRefund ? paidPartOf(invoice) : invoice.total - invoice.credited
  const credited = amount ?? left
  if (credited > left || credited <= 0)
    throw new AppError('request.invalid', { errors: { amount: ['validation.credit_too_large'] } })
  const document = readSnapshot(invoice)
  const earlier = (await invoices.findCreditNotes(tx, invoiceId)).map(readSnapshot)
  const taxes = creditedTaxes(document, earlier, credited)
  const isWhole = earlier.length === 0 && credited === invoice.total
  const tax = taxes.reduce((sum, each) => sum + each.tax, 0)
  const iso = new Date(at).toISOString()
  const content: Content = {
    locale: document.locale,
    issued_at: iso,
    due_at: iso,
    period: document.period,
    currency: invoice.currency,
    prices_include_tax: isWhole && document.prices_include_tax,
    seller: document.seller,
    buyer: document.buyer,
    lines: isWhole ? document.lines : creditLines(taxes, document),
    taxes,
    subtotal: credited - tax,
    tax,
    total: credited,
    corrects: {
      label: document.label,
      issued_at: document.issued_at,
      time_zone: document.time_zone,
      reason:
        typeof reason === 'string'
          ? translate(document.locale, `credit_reason.${reason}`)
          : reason.text,
    },
  }
  const stored: StoredAs = {
    id,
    userId: invoice.user_id,
    gateway: invoice.gateway,
    subscriptionId: invoice.subscription_id,
    periodId: null,
    externalId: null,
    correctsId: invoice.id,
    isManual,
    state: 'paid',
  }
  const documents = [{ content, stored }]
  const settings = await readSettings(tx)
  const issue = { series: 'credit_note', documents } as const
  const [issued] = (await issueDocuments(tx, deps, settings, issue)) as [InvoiceRow]
  const credit = { invoice, creditNote: issued, tax, paidTo, at }
  return { invoice: await applyCredit(tx, deps, credit), creditNote: issued }
}

interface Credit {
  invoice: InvoiceRow
  creditNote: InvoiceRow
  tax: number
  paidTo: 'balance' | 'gateway'
  at: number
}

/** Posts a credit note, and lowers the amount due of its invoice. */
async function applyCredit(
  tx: Db,
  deps: InvoiceDeps,
  { invoice, creditNote: { id, total }, tax, paidTo, at }: Credit,
): Promise<InvoiceRow> {
  const isRefund = paidTo === 'gateway'
  const due = invoice.state === 'open' && !isRefund ? Math.min(restOf(invoice), total) : 0
  const paidBack = total - due
  const owner = await ownerOf(tx, invoice)
  const toBalance = isRefund ? 0 : paidBack
  await postLedger(tx, deps, {
    key: `credit_note:${id}`,
    at,
    currency: invoice.currency,
    entries: [
      { account: 'revenue', amount: total - tax },
      { account: 'tax', amount: tax },
      { account: 'receivable', userId: owner, amount: toBalance - total },
      { account: 'balance', userId: owner, amount: -toBalance },
    ],
  })
  if (toBalance > 0)
    await recordTransaction(tx, deps, {
      key: `credit_note:${id}`,
      userId: invoice.user_id,
      type: 'credit',
      status: 'completed',
      note: 'credit_note',
      driver: 'system',
      amount: toBalance,
      currency: invoice.currency,
      invoiceId: id,
      at,
    })
  const credited = invoice.credited + total
  // A refund of an unpaid invoice leaves the amount due as it is.
  if (isRefund && invoice.state !== 'paid')
    return invoices.updateInvoice(tx, invoice.id, { credited, paid: paidPartOf(invoice) - total })
  const isSettled = invoice.state === 'open' && restOf({ ...invoice, credited }) === 0
  if (!isSettled) return invoices.updateInvoice(tx, invoice.id, { credited })
  const state = invoice.paid > 0 ? 'paid' : 'void'
  return invoices.updateInvoice(tx, invoice.id, {
    credited,
    state,
    paid_at: state === 'paid' ? at : null,
  })
}

/**
 * Cancels an unpaid invoice by a credit note for all of it; its number stays in the series.
 * @throws AppError `invoice.not_found` or `invoice.wrong_state`
 */
export async function voidInvoice(
  tx: Db,
  deps: InvoiceDeps,
  { invoiceId, at }: Pick<CreditNoteInput, 'invoiceId' | 'at'>,
): Promise<InvoiceRow> {
  const invoice = await requireInvoice(tx, invoiceId)
  if (invoice.state !== 'open' || invoice.paid > 0) throw new AppError('invoice.wrong_state')
  const credit = { invoiceId, amount: null, reason: 'cancellation', at } as const
  return (await creditNote(tx, deps, credit)).invoice
}

export interface PaymentInput {
  invoiceId: string
  /** Names the payment in the ledger, such as `payment:<id>`: it is posted once. */
  key: string
  from: 'balance' | 'gateway_credit' | `clearing.${GatewayName}`
  /** Minor units; an excess over the amount due goes to the balance. */
  amount: number
  at: number
}

/**
 * Applies a payment to an invoice: posts it, and marks the invoice as paid once nothing is due.
 * A payment reopens an invoice that was written off.
 * @returns the invoice, and false for a payment that was applied before
 * @throws AppError `invoice.not_found`
 */
export async function markPaid(
  tx: Db,
  deps: Pick<InvoiceDeps, 'jobs'>,
  { invoiceId, key, from, amount, at }: PaymentInput,
): Promise<{ invoice: InvoiceRow; isNew: boolean; toBalance: number }> {
  const invoice = await requireInvoice(tx, invoiceId)
  const isDue = invoice.state === 'open' || invoice.state === 'uncollectible'
  const applied = Math.min(amount, isDue ? restOf(invoice) : 0)
  const toBalance = amount - applied
  if (from === 'balance' && toBalance > 0) throw new Error('more balance applied than is due')
  const owner = await ownerOf(tx, invoice)
  const isNew = await postLedger(tx, deps, {
    key,
    at,
    currency: invoice.currency,
    entries: [
      from === 'balance' ? { account: from, userId: owner, amount } : { account: from, amount },
      { account: 'receivable', userId: owner, amount: -applied },
      { account: 'balance', userId: owner, amount: -toBalance },
    ],
  })
  if (!isNew || applied === 0) return { invoice, isNew, toBalance: isNew ? toBalance : 0 }
  if (invoice.state === 'uncollectible') await undoWriteOff(tx, deps, invoice, { key, at })
  const paid = invoice.paid + applied
  const isPaid = restOf({ ...invoice, paid }) === 0
  const change = { paid, state: isPaid ? 'paid' : 'open', paid_at: isPaid ? at : null } as const
  return { invoice: await invoices.updateInvoice(tx, invoice.id, change), isNew, toBalance }
}

/** Posts the opposite of a write-off, because the invoice is paid after all. */
async function undoWriteOff(
  tx: Db,
  deps: Pick<InvoiceDeps, 'jobs'>,
  invoice: InvoiceRow,
  { key, at }: Pick<PaymentInput, 'key' | 'at'>,
): Promise<void> {
  await postLedger(tx, deps, {
    key: `write_off:${invoice.id}:${key}`,
    at,
    currency: invoice.currency,
    entries: [
      { account: 'receivable', userId: await ownerOf(tx, invoice), amount: restOf(invoice) },
      { account: 'write_off', amount: -restOf(invoice) },
    ],
  })
}

/**
 * Makes an invoice due again after its payment was reversed, except for what was credited; the caller posts
 * the reversal.
 * @param key of the reversal
 * @returns the amount that is due again
 */
export async function reopenInvoice(
  tx: Db,
  deps: Pick<InvoiceDeps, 'jobs'>,
  { invoiceId, key, amount, at }: Pick<PaymentInput, 'invoiceId' | 'key' | 'amount' | 'at'>,
): Promise<number> {
  const invoice = await requireInvoice(tx, invoiceId)
  const paid = paidPartOf(invoice)
  const reopened = Math.min(paid, amount)
  if (reopened === 0) return 0
  if (invoice.state === 'uncollectible') await undoWriteOff(tx, deps, invoice, { key, at })
  const change = { paid: paid - reopened, state: 'open', paid_at: null } as const
  await invoices.updateInvoice(tx, invoice.id, change)
  return reopened
}

/**
 * Cancels the amount due of an invoice.
 * @throws AppError `invoice.not_found` or `invoice.wrong_state`
 */
export async function writeOff(
  tx: Db,
  deps: Pick<InvoiceDeps, 'jobs'>,
  invoiceId: string,
  at: number,
): Promise<InvoiceRow> {
  const invoice = await requireInvoice(tx, invoiceId)
  if (invoice.state !== 'open') throw new AppError('invoice.wrong_state')
  await postLedger(tx, deps, {
    // Only open invoices are written off, so no key has to prevent it, and each time is posted.
    key: `write_off:${invoiceId}:${randomUUID()}`,
    at,
    currency: invoice.currency,
    entries: [
      { account: 'write_off', amount: restOf(invoice) },
      { account: 'receivable', userId: await ownerOf(tx, invoice), amount: -restOf(invoice) },
    ],
  })
  return invoices.updateInvoice(tx, invoiceId, { state: 'uncollectible' })
}
