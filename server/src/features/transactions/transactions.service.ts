import type { Locale } from '@coffer/contract'
import type { GatewayName } from '@coffer/contract/gateways'
import { toDecimal } from '@coffer/contract/money'
import type {
  TransactionMetadata,
  TransactionNote,
  TransactionQuery,
  TransactionStatus,
  TransactionType,
} from '@coffer/contract/transactions'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { type CsvCell, csvHeader, csvRows, csvTime } from '../../lib/csv.ts'
import { translate } from '../../lib/translate.ts'
import { recordAudit } from '../audit/index.ts'
import { noteOf } from './transactions.presenter.ts'
import * as transactions from './transactions.repository.ts'

export interface TransactionInput {
  /** Names the movement or the attempt, such as `payment:<id>`: it is recorded once. */
  key: string
  userId: string | null
  type: TransactionType
  status: TransactionStatus
  /** A kind of transaction, or the name of a plan. */
  note: TransactionNote | { plan: string }
  driver: GatewayName
  /** Id of the payment at the gateway. */
  reference?: string | null | undefined
  /** Minor units, never negative. */
  amount: number
  currency: string
  invoiceId?: string | null | undefined
  metadata?: TransactionMetadata | undefined
  at: number
}

/**
 * Records movements of money, or failed attempts, for the lists of users and administrators, in one
 * statement.
 * @param inputs at least one
 */
export const recordTransactions = (
  tx: Db,
  { newId }: Pick<Deps, 'newId'>,
  inputs: readonly TransactionInput[],
): Promise<void> =>
  transactions.insertTransactions(
    tx,
    inputs.map(({ userId, note, reference, invoiceId, metadata, at, ...input }) => ({
      ...input,
      id: newId(),
      user_id: userId,
      note: typeof note === 'string' ? note : note.plan,
      reference: reference ?? null,
      invoice_id: invoiceId ?? null,
      metadata: metadata ? JSON.stringify(metadata) : null,
      created_at: at,
      updated_at: at,
    })),
  )

/** Records one, as `recordTransactions` does. */
export const recordTransaction = (
  tx: Db,
  deps: Pick<Deps, 'newId'>,
  input: TransactionInput,
): Promise<void> => recordTransactions(tx, deps, [input])

/** @param userId lists only transactions of this user */
export async function listTransactions(
  { db }: Pick<Deps, 'db'>,
  query: TransactionQuery,
  userId?: string,
) {
  const filter = { ...query, userId }
  const total = await transactions.countTransactions(db, filter)
  return { total, rows: await transactions.readPage(db, filter, query, total) }
}

/** Lists the newest transactions of all users, without counting the others. */
export const listNewestTransactions = (
  { db }: Pick<Deps, 'db'>,
  count: number,
): Promise<transactions.TransactionWithUser[]> =>
  transactions.readPage(
    db,
    { query: '', sort: 'created_at', direction: 'desc' },
    { page: 1, per_page: count },
    { rows: count, isCapped: true },
  )

const HEADER = [
  'transactions.note',
  'transactions.user',
  'transactions.email',
  'transactions.status',
  'transactions.type',
  'transactions.amount',
  'transactions.currency',
  'transactions.date_utc',
  'transactions.driver',
  'transactions.reference',
  'transactions.invoice',
] as const

const cellsOf = (row: transactions.TransactionWithUser, locale: Locale): CsvCell[] => [
  noteOf(row.note, locale),
  row.name,
  row.email,
  translate(locale, `transactions.status.${row.status}`),
  translate(locale, `transactions.type.${row.type}`),
  toDecimal(row),
  row.currency,
  csvTime(row.created_at),
  row.driver,
  row.reference,
  row.invoice_label,
]

/** Writes matching transactions as CSV, in the language of the reader. */
export async function* exportTransactions(
  { db }: Pick<Deps, 'db'>,
  query: Omit<TransactionQuery, 'page' | 'per_page'>,
  locale: Locale,
): AsyncGenerator<string> {
  yield csvHeader(HEADER.map(key => translate(locale, key)))
  for await (const rows of transactions.readAll(db, query))
    yield csvRows(rows.map(row => cellsOf(row, locale)))
}

/** Records in the audit log that transactions were exported. */
export const recordTransactionExport = (
  { transact }: Pick<Deps, 'transact'>,
  filter: object,
): Promise<void> =>
  transact(async tx => {
    recordAudit(tx, { action: 'billing.transactions_exported', after: filter })
  })
