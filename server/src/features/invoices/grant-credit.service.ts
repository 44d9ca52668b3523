import type { TransactionNote } from '@coffer/contract/transactions'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { moneyValue } from '../../lib/translate.ts'
import { postAll } from '../ledger/index.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { recordTransactions } from '../transactions/index.ts'

export type GrantDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

interface Grant {
  /** Names the grant: the same one is given once. */
  id: string
  userId: string
}

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
 */
export async function grantCredits(
  tx: Db,
  deps: GrantDeps,
  grants: readonly Grant[],
  { amount, currency, note }: Gift,
): Promise<void> {
  const at = deps.now().getTime()
  const keyed = grants.map(({ id, userId }) => ({ key: `grant:${id}`, userId }))
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
  if (given.length === 0) return
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
  await notify(
    tx,
    deps,
    given.map(({ userId }) => userId),
    {
      category: 'gift',
      type: 'balance_credited',
      params: { amount: moneyValue({ amount, currency }) },
      action: TO_BILLING,
      email: 'same',
    },
  )
}

/** Adds money to the balance of one user, as `grantCredits` does. */
export const grantCredit = (
  tx: Db,
  deps: GrantDeps,
  { id, userId, ...gift }: Grant & Gift,
): Promise<void> => grantCredits(tx, deps, [{ id, userId }], gift)
