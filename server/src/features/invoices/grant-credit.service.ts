import type { TransactionNote } from '@coffer/contract/transactions'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { moneyValue } from '../../lib/translate.ts'
import { postLedger } from '../ledger/index.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import { recordTransaction } from '../transactions/index.ts'

export type GrantDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

export interface Grant {
  /** Names the grant: the same one is given once. */
  id: string
  userId: string
  /** Minor units. */
  amount: number
  currency: string
  note: Extract<TransactionNote, 'admin_credit' | 'registration_bonus'>
}

/**
 * Adds money to a user's balance that no user paid, and notifies them.
 * @returns false if the grant was given before
 */
export async function grantCredit(
  tx: Db,
  deps: GrantDeps,
  { id, userId, amount, currency, note }: Grant,
): Promise<boolean> {
  const at = deps.now().getTime()
  const key = `grant:${id}`
  const isNew = await postLedger(tx, {
    key,
    at,
    currency,
    entries: [
      { account: 'promotions', amount },
      { account: 'balance', userId, amount: -amount },
    ],
  })
  if (!isNew) return false
  await recordTransaction(tx, deps, {
    key,
    userId,
    type: 'credit',
    status: 'completed',
    note,
    driver: 'system',
    amount,
    currency,
    at,
  })
  await notify(tx, deps, [userId], {
    category: 'gift',
    type: 'balance_credited',
    params: { amount: moneyValue({ amount, currency }) },
    action: TO_BILLING,
    email: 'same',
  })
  return true
}
