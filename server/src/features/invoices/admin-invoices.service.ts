import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type AuditActor, recordAudit, userTarget } from '../audit/index.ts'
import { balanceOf, currenciesOf } from '../ledger/index.ts'
import { readSettings } from '../settings/index.ts'
import { recordTransaction } from '../transactions/index.ts'
import { requireUser } from '../user-directory/index.ts'
import {
  creditNote,
  markPaid,
  requireInvoice,
  voidInvoice,
  writeOff,
} from './corrections.service.ts'
import { grantCredit } from './grant-credit.service.ts'
import { findInvoice } from './invoices.repository.ts'
import { restOf } from './invoices.rules.ts'

export type AdminDeps = Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'newId'>

/** Called in the transaction after a user's debt or balance changed, by the features above. */
export type AfterPayment = (tx: Db, userId: string) => Promise<void>

const targetOf = ({ id, label }: InvoiceRow) => ({ type: 'invoice', id, name: label })

interface Correction {
  invoiceId: string
  reason: string
}

interface CreditNoteRequest extends Correction {
  /** Of the credit note; a call that is repeated with it changes nothing. */
  id?: string | undefined
  amount: number | null
}

/** Returns the credit note of an earlier call with the same id. */
async function findRepeated(
  tx: Db,
  { id, invoiceId, amount }: CreditNoteRequest,
): Promise<InvoiceRow | undefined> {
  if (id === undefined) return undefined
  // Locked, so that a concurrent repetition waits.
  const { credited, total } = await requireInvoice(tx, invoiceId)
  const earlier = await findInvoice(tx, id)
  if (!earlier) return undefined
  const isSameAmount = amount === null ? credited === total : amount === earlier.total
  if (earlier.corrects_id !== invoiceId || earlier.is_manual === 0 || !isSameAmount)
    throw new AppError('request.id_used')
  return earlier
}

/**
 * @returns the credit note
 * @throws AppError `request.id_used` if its id names another document
 */
export const createCreditNote = (
  deps: AdminDeps,
  request: CreditNoteRequest,
  afterPayment: AfterPayment,
): Promise<InvoiceRow> =>
  deps.transact(async tx => {
    const repeated = await findRepeated(tx, request)
    if (repeated) return repeated
    const at = deps.now().getTime()
    const correction = { ...request, reason: { text: request.reason }, isManual: true, at }
    const { invoice, creditNote: issued } = await creditNote(tx, deps, correction)
    recordAudit(tx, {
      action: 'billing.credit_note_created',
      target: targetOf(invoice),
      after: {
        credit_note: issued.label,
        amount: issued.total,
        currency: issued.currency,
        reason: request.reason,
      },
    })
    if (invoice.user_id) await afterPayment(tx, invoice.user_id)
    return issued
  })

export const cancelInvoice = (
  deps: AdminDeps,
  { invoiceId, reason }: Correction,
  afterPayment: AfterPayment,
): Promise<void> =>
  deps.transact(async tx => {
    const invoice = await voidInvoice(tx, deps, { invoiceId, at: deps.now().getTime() })
    recordAudit(tx, {
      action: 'billing.invoice_voided',
      target: targetOf(invoice),
      after: { reason },
    })
    if (invoice.user_id) await afterPayment(tx, invoice.user_id)
  })

/** Records that the amount due was paid outside of the gateways. */
export const markPaidByHand = (
  deps: AdminDeps,
  { invoiceId, reason }: Correction,
  afterPayment: AfterPayment,
): Promise<void> =>
  deps.transact(async tx => {
    const before = await requireInvoice(tx, invoiceId)
    if (before.state !== 'open' && before.state !== 'uncollectible')
      throw new AppError('invoice.wrong_state')
    const key = `payment:by-hand:${deps.newId()}`
    await bookPaidOutside(tx, deps, { invoice: before, key, amount: restOf(before), reason })
    if (before.user_id) await afterPayment(tx, before.user_id)
  })

interface PaidOutside {
  invoice: InvoiceRow
  /** A second call with it books nothing. */
  key: string
  amount: number
  reason: string
  /** Where it isn't the user of the request. */
  actor?: AuditActor | undefined
}

/** Books a payment of an invoice that no gateway took. */
export async function bookPaidOutside(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  { invoice, key, amount, reason, actor }: PaidOutside,
): Promise<void> {
  const { id: invoiceId, user_id: userId, currency } = invoice
  const at = deps.now().getTime()
  const { isNew } = await markPaid(tx, deps, {
    invoiceId,
    key,
    from: 'clearing.system',
    amount,
    at,
  })
  if (!isNew) return
  await recordTransaction(tx, deps, {
    key,
    userId,
    type: 'charge',
    status: 'completed',
    note: 'paid_by_hand',
    driver: 'system',
    amount,
    currency,
    invoiceId,
    at,
  })
  recordAudit(tx, {
    action: 'billing.invoice_paid',
    target: targetOf(invoice),
    after: { amount, currency, reason },
    actor,
  })
}

export const writeOffInvoice = (
  deps: AdminDeps,
  { invoiceId, reason }: Correction,
  afterPayment: AfterPayment,
): Promise<void> =>
  deps.transact(async tx => {
    const invoice = await writeOff(tx, deps, invoiceId, deps.now().getTime())
    recordAudit(tx, {
      action: 'billing.invoice_written_off',
      target: targetOf(invoice),
      after: { amount: restOf(invoice), currency: invoice.currency, reason },
    })
    if (invoice.user_id) await afterPayment(tx, invoice.user_id)
  })

interface CreditInput {
  /** Names the credit; a call that is repeated with it adds nothing. */
  id?: string | undefined
  amount: number
  currency?: string | undefined
  reason: string
}

/** The currency of a user's balance, or that of the installation. */
export async function accountCurrency(db: Db, userId: string): Promise<string> {
  const [known] = await currenciesOf(db, userId)
  return known ?? (await readSettings(db)).billing_currency
}

/**
 * Adds an administrator's credit to a user's balance.
 * @returns the balance
 * @throws AppError `user.not_found`, or `request.id_used` if its id names another credit
 */
export const creditUser = (
  deps: AdminDeps,
  userId: string,
  { id = deps.newId(), amount, reason, ...input }: CreditInput,
  afterPayment: AfterPayment,
): Promise<{ amount: number; currency: string }> =>
  deps.transact(async tx => {
    await requireUser(tx, userId)
    const currency = input.currency ?? (await accountCurrency(tx, userId))
    const grant = { id, userId, amount, currency, note: 'admin_credit' } as const
    if (await grantCredit(tx, deps, grant)) {
      recordAudit(tx, {
        action: 'billing.user_credited',
        target: await userTarget(tx, userId),
        after: { amount, currency, reason },
      })
      await afterPayment(tx, userId)
    }
    return { amount: await balanceOf(tx, userId, currency), currency }
  })
