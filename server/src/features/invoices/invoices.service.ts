import type { Locale } from '@coffer/contract'
import type { InvoiceQuery } from '@coffer/contract/invoices'
import { toDecimal } from '@coffer/contract/money'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type CsvCell, csvHeader, csvRows, csvTime } from '../../lib/csv.ts'
import { dayIn } from '../../lib/day-in.ts'
import { translate } from '../../lib/translate.ts'
import { recordAudit } from '../audit/index.ts'
import { anonymizeLedger, balancesOfUser } from '../ledger/index.ts'
import {
  detachTransactions,
  findTransactionsOf,
  findTransactionsOfInvoice,
} from '../transactions/index.ts'
import { findProfile } from './billing-profile.repository.ts'
import * as list from './invoice-list.repository.ts'
import type { InvoiceParts } from './invoices.presenter.ts'
import * as invoices from './invoices.repository.ts'
import { readSnapshot, restOf, statusOf } from './invoices.rules.ts'
import { findRefundable } from './refundable.service.ts'

/** @param userId lists only invoices of this user */
export async function listInvoices(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  query: InvoiceQuery,
  userId?: string,
) {
  const filter = { ...query, userId, now: now().getTime() }
  const total = await list.countInvoices(db, filter)
  return { total, rows: await list.readPage(db, filter, query, total) }
}

/** @throws AppError `invoice.not_found`, also for those of other users */
export async function requireVisibleInvoice(db: Db, actor: UserActor, id: string) {
  const row = await list.findInvoiceWithUser(db, id)
  if (!row || (actor.role !== 'admin' && row.user_id !== actor.userId))
    throw new AppError('invoice.not_found')
  return row
}

/** @throws AppError `invoice.not_found`, also for those of other users */
export async function getInvoice(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  { id, among }: { id: string; among: 'same_user' | 'all' },
): Promise<InvoiceParts> {
  const row = await requireVisibleInvoice(db, actor, id)
  const isAdmin = actor.role === 'admin'
  const userId = isAdmin && among === 'all' ? undefined : row.user_id
  const [corrects, creditNotes, transactions, payments, previous, next] = await Promise.all([
    row.corrects_id === null ? undefined : invoices.findInvoice(db, row.corrects_id),
    invoices.findCreditNotes(db, id),
    findTransactionsOfInvoice(db, id),
    isAdmin ? findRefundable(db, id) : [],
    list.findNeighbour(db, row, 'previous', userId),
    list.findNeighbour(db, row, 'next', userId),
  ])
  return { row, corrects, creditNotes, transactions, payments, previous, next }
}

const HEADER = [
  'invoices.number',
  'invoices.kind',
  'invoices.status',
  'invoices.buyer',
  'invoices.email',
  'invoices.subtotal',
  'invoices.tax',
  'invoices.total',
  'invoices.paid',
  'invoices.credited',
  'invoices.due',
  'invoices.currency',
  'invoices.issued',
  'invoices.due_date',
  'invoices.issued_utc',
  'invoices.due_date_utc',
  'invoices.driver',
] as const

function cellsOf(row: list.InvoiceWithUser, locale: Locale, now: number): CsvCell[] {
  const money = (amount: number) => toDecimal({ amount, currency: row.currency })
  const { time_zone } = readSnapshot(row)
  return [
    row.label,
    translate(locale, `invoices.kind.${row.kind}`),
    translate(locale, `invoices.status.${statusOf(row, now)}`),
    row.buyer_name,
    row.buyer_email,
    money(row.subtotal),
    money(row.tax),
    money(row.total),
    money(row.paid),
    money(row.credited),
    money(row.state === 'open' ? restOf(row) : 0),
    row.currency,
    dayIn(row.issued_at, time_zone),
    dayIn(row.due_at, time_zone),
    csvTime(row.issued_at),
    csvTime(row.due_at),
    row.gateway,
  ]
}

/** Writes matching invoices as CSV, in the language of the reader. */
export async function* exportInvoices(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  query: Omit<InvoiceQuery, 'page' | 'per_page'>,
  locale: Locale,
): AsyncGenerator<string> {
  yield csvHeader(HEADER.map(key => translate(locale, key)))
  const filter = { ...query, now: now().getTime() }
  for await (const rows of list.readAll(db, filter))
    yield csvRows(rows.map(row => cellsOf(row, locale, filter.now)))
}

/** Records in the audit log that invoices were exported. */
export const recordInvoiceExport = (
  { transact }: Pick<Deps, 'transact'>,
  filter: object,
): Promise<void> =>
  transact(async tx => {
    recordAudit(tx, { action: 'billing.invoices_exported', after: filter })
  })

/**
 * Removes a deleted user from invoices, payments, transactions and the ledger, which the law
 * requires to keep. The snapshots of invoices keep the buyer.
 */
export async function anonymizeBilling(
  tx: Db,
  { newId }: Pick<Deps, 'newId'>,
  userId: string,
): Promise<void> {
  await invoices.detachUser(tx, userId)
  await detachTransactions(tx, userId)
  await anonymizeLedger(tx, userId, newId)
}

/** Collects the records of billing about a user, for the export of their data. */
export async function collectBilling(db: Db, userId: string) {
  const documents = await list.findInvoicesOf(db, userId)
  return {
    profile: (await findProfile(db, userId)) ?? null,
    balances: await balancesOfUser(db, userId),
    invoices: documents.map(row => ({ state: row.state, ...readSnapshot(row) })),
    transactions: (await findTransactionsOf(db, userId)).map(exportedTransaction),
  }
}

type StoredTransaction = Awaited<ReturnType<typeof findTransactionsOf>>[number]

const exportedTransaction = (row: StoredTransaction) => ({
  type: row.type,
  status: row.status,
  note: row.note,
  amount: row.amount,
  currency: row.currency,
  driver: row.driver,
  reference: row.reference,
  invoice: row.invoice_label,
  created_at: new Date(row.created_at).toISOString(),
})
