import type { TransactionNote } from '@coffer/contract/transactions'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { moneyValue } from '../../lib/translate.ts'
import { findEntry, postAll } from '../ledger/index.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { recordTransactions } from '../transactions/index.ts'

export type GrantDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

interface Grant {
  /** Names the grant: the same one is given once. */
  id: string
  userId: string
}

const keyOf = (id: string) => `grant:${id}`

interface Gift {
  /** Minor units. */
  amount: number
  currency: string
  note: Extract<TransactionNote, 'admin_credit' | 'registration_bonus'>
}

/**
 * Adds money that no user paid to balances, and notifies the users, in a fixed number of statements.
 * Grants that were given before are left out.
 * @param grants at least one; their ids and users differ
 * @returns the users who were given it now
 */
export async function grantCredits(
  tx: Db,
  deps: GrantDeps,
  grants: readonly Grant[],
  { amount, currency, note }: Gift,
): Promise<string[]> {
  const at = deps.now().getTime()
  const keyed = grants.map(({ id, userId }) => ({ key: keyOf(id), userId }))
  const postings = keyed.map(({ key, userId }) => ({
    key,
    at,
    currency,
    entries: [
      { account: 'promotions' as const, amount },
      { account: 'balance' as const, userId, amount: -amount },
    ],
  }))
  const newKeys = await postAll(tx, deps, postings)
  const given = keyed.filter(({ key }) => newKeys.has(key))
  const userIds = given.map(({ userId }) => userId)
  if (given.length === 0) return userIds
  await recordTransactions(
    tx,
    deps,
    given.map(({ key, userId }) => ({
      key,
      userId,
      type: 'credit',
      status: 'completed',
      note,
      driver: 'system',
      amount,
      currency,
      at,
    })),
  )
  await notify(tx, deps, userIds, {
    category: 'gift',
    type: 'balance_credited',
    params: { amount: moneyValue({ amount, currency }) },
    action: TO_BILLING,
    email: 'same',
  })
  return userIds
}

/**
 * Adds money to the balance of one user, as `grantCredits` does.
 * @returns false if it was given before
 * @throws AppError `request.id_used` if its id names a grant of another amount or user
 */
export async function grantCredit(
  tx: Db,
  deps: GrantDeps,
  { id, userId, ...gift }: Grant & Gift,
): Promise<boolean> {
  const given = await grantCredits(tx, deps, [{ id, userId }], gift)
  if (given.length > 0) return true
  const entry = await findEntry(tx, keyOf(id), 'balance')
  const isSame =
    entry?.owner === userId && entry.amount === -gift.amount && entry.currency === gift.currency
  if (!isSame) throw new AppError('request.id_used')
  return false
}
