import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { AccountEntry, LedgerAccount } from './ledger.rules.ts'

interface AccountName {
  kind: LedgerAccount
  owner: string
  currency: string
}

/** @returns the id of the new transaction, or undefined if its key exists */
export async function insertTransaction(
  tx: Db,
  transaction: { key: string; at: number; currency: string },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('ledger_transactions')
    .values({ id: randomUUID(), ...transaction })
    .onConflict(oc => oc.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertEntries(
  tx: Db,
  transactionId: string,
  currency: string,
  entries: readonly AccountEntry[],
): Promise<void> {
  const values: { transaction_id: string; account_id: string; amount: number }[] = []
  for (const { amount, ...name } of entries) {
    const account_id = await ensureAccount(tx, { ...name, currency })
    values.push({ transaction_id: transactionId, account_id, amount })
  }
  if (values.length > 0) await tx.insertInto('ledger_entries').values(values).execute()
}

/** Returns the account's id; on PostgreSQL, the row stays locked until the transaction ends. */
export async function ensureAccount(tx: Db, name: AccountName): Promise<string> {
  const { id } = await tx
    .insertInto('ledger_accounts')
    .values({ id: randomUUID(), ...name })
    // An update that changes nothing returns the existing row, also one that was committed just now.
    .onConflict(oc =>
      oc.columns(['owner', 'kind', 'currency']).doUpdateSet({ currency: name.currency }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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

/** Returns the owner of an account that a transaction posted to. */
export async function findOwner(
  db: Db,
  key: string,
  kind: LedgerAccount,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'transaction_id', 'ledger_transactions.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .select('owner')
    .where('key', '=', key)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.owner
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
