import type { Money } from '@coffer/contract/money'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { payFromBalanceJob } from './balance.job-types.ts'
import * as ledger from './ledger.repository.ts'
import {
  type AccountEntry,
  type LedgerAccount,
  mergeEntries,
  type Posting,
} from './ledger.rules.ts'

/** Most examples that `checkLedger` returns. */
const MAX_EXAMPLES = 20

type LedgerDeps = Pick<Deps, 'jobs'>

/**
 * Posts facts in the caller's transaction, in a fixed number of statements. Nothing of the ledger is
 * ever changed or deleted; a mistake is corrected by another posting. Money that is added to a balance
 * pays what its user owes, by a job.
 * @param postings at least one; their keys differ
 * @returns the keys of the posted ones; of keys that existed nothing is posted
 * @throws Error if the entries of a posting do not sum to zero
 */
export async function postAll(
  tx: Db,
  deps: LedgerDeps,
  postings: readonly Posting[],
): Promise<ReadonlySet<string>> {
  const facts = postings.map(each => ({ ...each, entries: mergeEntries(each.entries) }))
  const ids = await ledger.insertTransactions(tx, facts)
  const added = facts.flatMap(({ key, currency, entries }) => {
    const transactionId = ids.get(key)
    if (transactionId === undefined) return []
    return entries.map(entry => ({ ...entry, transactionId, currency }))
  })
  await ledger.insertEntries(tx, added)
  await queuePayments(tx, deps, added)
  return new Set(ids.keys())
}

/** Queues the payment of debts from the balances that have grown. */
async function queuePayments(
  tx: Db,
  { jobs }: LedgerDeps,
  entries: readonly AccountEntry[],
): Promise<void> {
  const grown = entries.filter(
    ({ kind, owner, amount }) => kind === 'balance' && amount < 0 && !isAnonymous(owner),
  )
  const userIds = [...new Set(grown.map(({ owner }) => owner))]
  if (userIds.length > 0) await jobs.add(tx, payFromBalanceJob, { userIds })
}

/**
 * Posts one fact, as `postAll` does.
 * @returns false if the key exists, in which case nothing is posted
 */
export const postLedger = async (tx: Db, deps: LedgerDeps, posting: Posting): Promise<boolean> =>
  (await postAll(tx, deps, [posting])).has(posting.key)

/** Returns the user's balance in minor units. */
export const balanceOf = async (db: Db, userId: string, currency: string): Promise<number> =>
  // Subtracted from zero because negating zero gives -0.
  0 - (await ledger.sumOf(db, { kind: 'balance', owner: userId, currency }))

/** Returns the balances of several users, by `<user id> <currency>`. */
export async function balancesOf(
  db: Db,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sums = await ledger.sumsOf(db, 'balance', userIds)
  return new Map(sums.map(({ owner, currency, amount }) => [`${owner} ${currency}`, 0 - amount]))
}

/** Returns the user's debt for open invoices, in minor units. */
export const receivableOf = (db: Db, userId: string, currency: string): Promise<number> =>
  ledger.sumOf(db, { kind: 'receivable', owner: userId, currency })

/**
 * Locks the user's balance until the transaction ends and returns it. Whatever takes money from a
 * balance locks it first, after the invoices that it pays or credits. SQLite has a single writer anyway.
 */
export async function lockBalance(tx: Db, userId: string, currency: string): Promise<number> {
  await ledger.lockAccount(tx, { kind: 'balance', owner: userId, currency })
  return balanceOf(tx, userId, currency)
}

/** Returns the currencies in which the user ever had a balance. */
export const currenciesOf = (db: Db, userId: string): Promise<string[]> =>
  ledger.currenciesOf(db, 'balance', userId)

/** Returns the user's balances in all currencies that they ever had. */
export async function balancesOfUser(db: Db, userId: string): Promise<Money[]> {
  const currencies = await currenciesOf(db, userId)
  const balances = await balancesOf(db, [userId])
  return currencies.map(currency => {
    return { amount: balances.get(`${userId} ${currency}`) ?? 0, currency }
  })
}

/** Returns the owner of a posting's account: the user, or the anonymous owner that replaced them. */
export const ownerOfPosting = async (
  db: Db,
  key: string,
  kind: 'receivable' | 'balance',
): Promise<string | undefined> => (await ledger.findEntry(db, key, kind))?.owner

/** Returns what a posting added to an account, in minor units; a credit is negative. */
export const amountOfPosting = async (db: Db, key: string, kind: LedgerAccount): Promise<number> =>
  (await ledger.findEntry(db, key, kind))?.amount ?? 0

export interface LedgerCheck {
  isBalanced: boolean
  /** Keys of transactions that do not sum to zero in their currency. */
  unbalanced: string[]
  overdrawn: { owner: string; currency: string; balance: number }[]
  sums: { kind: string; currency: string; amount: number }[]
}

/** Checks that each transaction sums to zero and that no balance is negative. */
export async function checkLedger(db: Db): Promise<LedgerCheck> {
  const unbalanced = await ledger.findUnbalanced(db, MAX_EXAMPLES)
  const overdrawn = await ledger.findOverdrawn(db, MAX_EXAMPLES)
  const sums = await ledger.sumByKind(db)
  return { isBalanced: unbalanced.length + overdrawn.length === 0, unbalanced, overdrawn, sums }
}

const ANONYMOUS = 'deleted:'

const isAnonymous = (owner: string): boolean => owner.startsWith(ANONYMOUS)

/** A new owner for accounts of a deleted user. */
export const anonymousOwner = (newId: () => string): string => ANONYMOUS + newId()

/** Gives the accounts of a deleted user to an anonymous owner. */
export const anonymizeLedger = (tx: Db, userId: string, newId: () => string): Promise<void> =>
  ledger.renameOwner(tx, userId, anonymousOwner(newId))
