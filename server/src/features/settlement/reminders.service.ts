import { DAY_MS } from '@coffer/contract/billing-periods'
import type { Money } from '@coffer/contract/money'
import type { DunningRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import { attemptEach } from '../../lib/attempt-each.ts'
import {
  type DunningReason,
  findDueDunnings,
  remind,
  resolveDunnings,
  startDunning,
} from '../dunning/index.ts'
import { findOpenInvoices, restOf } from '../invoices/index.ts'
import { balanceOf, balancesOf } from '../ledger/index.ts'
import { type CollectDeps, collectDebts } from '../payments/index.ts'
import { readSettings } from '../settings/index.ts'
import { estimateOf, estimatesOf } from '../usage/index.ts'
import * as accounts from './accounts.repository.ts'

const BATCH = 500
/** Accounts are new for this long, as in the product that Coffer replaces. */
const NEW_ACCOUNT_MS = 30 * DAY_MS

export type ReminderDeps = CollectDeps & Pick<Deps, 'jobs' | 'now' | 'newId'>

/**
 * Sends the reminders that are due. A failed payment is tried again first, so that no user is
 * reminded of a payment that succeeds.
 */
export const sendReminders = (deps: ReminderDeps): Promise<void> =>
  attemptEach(findDueDunnings(deps.db, deps), dunning => sendReminder(deps, dunning))

async function sendReminder(deps: ReminderDeps, dunning: DunningRow): Promise<void> {
  const { user_id: userId, reason } = dunning
  if (reason === 'unpaid_invoice') await collectDebts(deps, userId)
  const due = await amountDue(deps, userId, reason)
  await deps.transact(async tx => {
    if (due) await remind(tx, deps, dunning, due)
    else await resolveDunnings(tx, deps, userId, [reason])
  })
}

/** Returns the amount that ends the reminders when it is paid; undefined if no reason remains. */
async function amountDue(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  reason: DunningReason,
): Promise<Money | undefined> {
  if (reason === 'unpaid_invoice') {
    const open = await findOpenInvoices(db, userId)
    const [first] = open
    if (!first) return undefined
    const { currency } = first
    const amount = open
      .filter(invoice => invoice.currency === currency)
      .reduce((sum, invoice) => sum + restOf(invoice), 0)
    return { amount, currency }
  }
  const estimate = await estimateOf(db, userId)
  if (!estimate) return undefined
  const { subtotal: amount, currency } = estimate
  const isCovered =
    reason === 'usage_bigger_than_balance' && (await balanceOf(db, userId, currency)) > amount
  return isCovered ? undefined : { amount, currency }
}

/**
 * Begins to remind metered users without a card: new accounts whose usage is above the limit before
 * a first payment, and older ones whose usage is above their balance.
 */
export async function checkBalances(deps: ReminderDeps): Promise<void> {
  const settings = await readSettings(deps.db)
  if (settings.subscription_type !== 'metered') return
  for (let after = ''; ; ) {
    const users = await accounts.findWithoutCard(deps.db, after, BATCH)
    const last = users.at(-1)
    if (!last) return
    after = last.user_id
    for (const { due, ...user } of await findShort(deps, users, settings.new_account_usage_limit))
      await deps.transact(tx => startDunning(tx, deps, { ...user, due }))
  }
}

type Account = Awaited<ReturnType<typeof accounts.findWithoutCard>>[number]

/** Those of the users who have to pay before they continue, in a fixed number of statements. */
async function findShort(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  users: readonly Account[],
  newAccountLimit: number,
) {
  const ids = users.map(user => user.user_id)
  const [estimates, balances, payers] = await Promise.all([
    estimatesOf(db, ids),
    balancesOf(db, ids),
    accounts.findPayers(db, ids),
  ])
  const newSince = now().getTime() - NEW_ACCOUNT_MS
  return users.flatMap(({ user_id: userId, created_at }) => {
    const { subtotal: amount = 0, currency = '' } = estimates.get(userId) ?? {}
    const isNew = created_at > newSince && !payers.has(userId)
    const least = isNew ? newAccountLimit : (balances.get(`${userId} ${currency}`) ?? 0)
    if (amount === 0 || amount < least) return []
    const reason: DunningReason = isNew
      ? 'limit_usage_in_new_accounts'
      : 'usage_bigger_than_balance'
    return [{ userId, reason, due: { amount, currency } }]
  })
}
