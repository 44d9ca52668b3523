import type { AccountDeletionSummary } from '@coffer/contract/account-deletion'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { type PaymentDeps, storeRefunds } from '../payments/index.ts'
import { quotas } from '../quotas/index.ts'
import { PAGE_LIFETIME_MS, queueEnding } from './end-queue.ts'
import { readMoney } from './overview.service.ts'
import { presentSubscription } from './subscriptions.presenter.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { endSubscription } from './subscriptions.service.ts'

/**
 * Ends all subscriptions and unpaid checkouts of an account that is being deleted. Jobs that do not need
 * the account end them at their gateways, where pages may outlive their checkouts.
 */
export async function endSubscriptionsOf(tx: Db, deps: PaymentDeps, userId: string): Promise<void> {
  // Locked first, so that a concurrent sync has either completed a checkout or finds no account.
  await quotas.lockOwners(tx, [userId])
  for (const row of await subscriptions.listUnended(tx, userId))
    await endSubscription(tx, deps, row, 'account_deleted')
  // Jobs that refund them can't find their payments once the account is gone.
  for (const id of await subscriptions.listNeverStarted(tx, userId))
    await storeRefunds(tx, deps, id)
  const since = deps.now().getTime() - PAGE_LIFETIME_MS
  const checkouts = await subscriptions.findUnpaidCheckouts(tx, userId, since)
  for (const { id, gateway, is_live, external_id, state } of checkouts) {
    if (state === 'open')
      await subscriptions.updateCheckout(tx, id, {
        state: 'failed',
        reason: 'abandoned',
        url: null,
      })
    if (external_id !== null)
      await queueEnding(tx, deps, {
        subscriptionId: null,
        gateway,
        isLive: is_live === 1,
        kind: 'checkout',
        externalId: external_id,
        refunds: true,
      })
  }
}

/** Returns the live subscription and the money of an account, which its deletion ends or leaves behind. */
export async function readBillingOf(
  db: Db,
  userId: string,
): Promise<Pick<AccountDeletionSummary, 'subscription' | 'balances' | 'debts'>> {
  const live = await subscriptions.findLive(db, userId)
  return {
    subscription: live
      ? {
          ...presentSubscription(live).attributes,
          is_paid: await subscriptions.hasPaid(db, userId),
        }
      : null,
    ...(await readMoney(db, userId)),
  }
}

/** @throws AppError `account.subscription_running` if paid time would be lost without a confirmation */
export async function requireEndConfirmed(
  db: Db,
  userId: string,
  isConfirmed: boolean,
): Promise<void> {
  if (!isConfirmed && (await subscriptions.hasPaid(db, userId)))
    throw new AppError('account.subscription_running')
}
