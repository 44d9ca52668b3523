import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'
import type { AccountEntry, LedgerAccount } from './ledger.rules.ts'

interface AccountName {
  kind: LedgerAccount
  owner: string
  currency: string
}

/** @returns the ids of the new transactions by their keys; a key that exists is left out */
export async function insertTransactions(
  tx: Db,
  transactions: readonly { key: string; at: number; currency: string }[],
): Promise<Map<string, string>> {
  const rows = await tx
    .insertInto('ledger_transactions')
    .values(transactions.map(({ key, at, currency }) => ({ id: randomUUID(), key, at, currency })))
    .onConflict(oc => oc.column('key').doNothing())
    .returning(['key', 'id'])
    .execute()
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** An entry of a transaction, in its currency. */
export interface TransactionEntry extends AccountEntry {
  transactionId: string
  currency: string
}

export async function insertEntries(tx: Db, entries: readonly TransactionEntry[]): Promise<void> {
  if (entries.length === 0) return
  const accounts = await ensureAccounts(tx, entries)
  const values = entries.map(({ transactionId, amount, ...name }) => ({
    transaction_id: transactionId,
    account_id: accounts.get(textOf(name)) as string,
    amount,
  }))
  await tx.insertInto('ledger_entries').values(values).execute()
}

const textOf = ({ owner, kind, currency }: Record<keyof AccountName, string>): string =>
  `${owner} ${kind} ${currency}`

async function findAccounts(db: Db, names: readonly AccountName[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['id', 'owner', 'kind', 'currency'])
    .where('owner', 'in', [...new Set(names.map(({ owner }) => owner))])
    .where('currency', 'in', [...new Set(names.map(({ currency }) => currency))])
    .execute()
  return new Map(rows.map(({ id, ...name }) => [textOf(name), id]))
}

/**
 * Returns the ids of accounts by owner, kind and currency. Existing ones are not locked, because all
 * users post to the accounts of the operator.
 */
async function ensureAccounts(tx: Db, names: readonly AccountName[]): Promise<Map<string, string>> {
  const existing = await findAccounts(tx, names)
  const missing = new Map(
    names.map(name => [textOf(name), name] as const).filter(([text]) => !existing.has(text)),
  )
  if (missing.size === 0) return existing
  // In an order that is equal for all, so that two never wait for each other.
  const sorted = [...missing].sort(([a], [b]) => (a < b ? -1 : 1))
  await tx
    .insertInto('ledger_accounts')
    .values(
      sorted.map(([, { owner, kind, currency }]) => ({ id: randomUUID(), owner, kind, currency })),
    )
    .onConflict(oc => oc.columns(['owner', 'kind', 'currency']).doNothing())
    .execute()
  // Read again, because another transaction may have created some of them just now.
  return findAccounts(tx, names)
}

/** Locks an account until the transaction ends, and creates it if it does not exist. */
export async function lockAccount(tx: Db, name: AccountName): Promise<void> {
  const accounts = await ensureAccounts(tx, [name])
  await tx
    .selectFrom('ledger_accounts')
    .select('id')
    .where('id', '=', accounts.get(textOf(name)) as string)
    .$if(hasRowLocks(tx), query => query.forNoKeyUpdate())
    .execute()
}

export async function sumOf(db: Db, { kind, owner, currency }: AccountName): Promise<number> {
  const row = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select(sql<string | number>`coalesce(sum(amount), 0)`.as('amount'))
    .where('owner', '=', owner)
    .where('kind', '=', kind)
    .where('currency', '=', currency)
    .executeTakeFirstOrThrow()
  return Number(row.amount)
}

/** Whether a user has money on their balance, which the operator owes: its entries are negative. */
export const hasBalance = (userIdColumn: string) =>
  sql<0 | 1>`case when exists (
    select 1 from ledger_accounts
    inner join ledger_entries on ledger_entries.account_id = ledger_accounts.id
    where ledger_accounts.owner = ${sql.ref(userIdColumn)} and ledger_accounts.kind = 'balance'
    group by ledger_accounts.id having sum(ledger_entries.amount) < 0
  ) then 1 else 0 end`.as('has_balance')

export async function currenciesOf(db: Db, kind: LedgerAccount, owner: string): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select('currency')
    .where('owner', '=', owner)
    .where('kind', '=', kind)
    .orderBy('currency')
    .execute()
  return rows.map(({ currency }) => currency)
}

/** Returns what a transaction posted to a kind of account; undefined if it posted nothing there. */
export async function findEntry(
  db: Db,
  key: string,
  kind: LedgerAccount,
): Promise<{ owner: string; amount: number; currency: string } | undefined> {
  const row = await db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'transaction_id', 'ledger_transactions.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select(['owner', 'amount', 'ledger_accounts.currency'])
    .where('key', '=', key)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && { ...row, amount: Number(row.amount) }
}

const totals = (db: Db) =>
  db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select(sql<string | number>`sum(amount)`.as('amount'))

/** Returns sums by owner and currency. */
export async function sumsOf(db: Db, kind: LedgerAccount, owners: readonly string[]) {
  const rows = await totals(db)
    .select(['owner', 'currency'])
    .where('owner', 'in', owners)
    .where('kind', '=', kind)
    .groupBy(['owner', 'currency'])
    .execute()
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }))
}

/** Returns the keys of transactions whose entries do not sum to zero, or mix currencies. */
export async function findUnbalanced(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'transaction_id', 'ledger_transactions.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select('key')
    .groupBy(['ledger_transactions.id', 'key'])
    .having(
      sql<boolean>`sum(amount) <> 0 or max(case when ledger_accounts.currency = ledger_transactions.currency then 0 else 1 end) = 1`,
    )
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map(({ key }) => key)
}

/** Returns the sum of each kind of account per currency. */
export async function sumByKind(db: Db) {
  const rows = await totals(db)
    .select(['kind', 'currency'])
    .groupBy(['kind', 'currency'])
    .orderBy('currency')
    .orderBy('kind')
    .execute()
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }))
}

/** Returns the owners whose balance is below zero. */
export async function findOverdrawn(db: Db, limit: number) {
  const rows = await totals(db)
    .select(['owner', 'currency'])
    .where('kind', '=', 'balance')
    .groupBy(['owner', 'currency'])
    .having(sql<boolean>`sum(amount) > 0`)
    .orderBy('owner')
    .limit(limit)
    .execute()
  return rows.map(({ owner, currency, amount }) => ({ owner, currency, balance: -Number(amount) }))
}

export async function renameOwner(tx: Db, owner: string, newOwner: string): Promise<void> {
  await tx
    .updateTable('ledger_accounts')
    .set({ owner: newOwner })
    .where('owner', '=', owner)
    .execute()
}
