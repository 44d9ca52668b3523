import { DAY_MS } from '@coffer/contract/billing-periods'
import type { Money } from '@coffer/contract/money'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import type { DunningReason } from '../dunning/index.ts'
import { findOpenInvoices, restOf } from '../invoices/index.ts'
import { balancesOf } from '../ledger/index.ts'
import { readSettings } from '../settings/index.ts'
import { estimatesOf } from '../usage/index.ts'
import * as accounts from './accounts.repository.ts'

/** Accounts are new for this long, as in the product that Coffer replaces. */
const NEW_ACCOUNT_MS = 30 * DAY_MS

type Clock = Pick<Deps, 'now'>

/** Returns the amount that ends the reminders when it is paid; undefined if no reason remains. */
export async function amountDue(
  db: Db,
  clock: Clock,
  userId: string,
  reason: DunningReason,
): Promise<Money | undefined> {
  if (reason === 'unpaid_invoice') return debtOf(db, userId)
  const account = await accounts.findWithoutCard(db, userId)
  if (!account) return undefined
  const short = await findShort(db, clock, [account])
  return short.find(each => each.reason === reason)?.due
}

async function debtOf(db: Db, userId: string): Promise<Money | undefined> {
  const open = await findOpenInvoices(db, userId)
  const [first] = open
  if (!first) return undefined
  const { currency } = first
  const amount = open
    .filter(invoice => invoice.currency === currency)
    .reduce((sum, invoice) => sum + restOf(invoice), 0)
  return { amount, currency }
}

type Account = NonNullable<Awaited<ReturnType<typeof accounts.findWithoutCard>>>

/**
 * Returns those of the users without a card who have to pay before they continue, in a fixed number of
 * statements: new accounts whose usage is at the limit before a first payment, and others whose usage
 * is above their balance.
 */
export async function findShort(db: Db, { now }: Clock, users: readonly Account[]) {
  const ids = users.map(user => user.user_id)
  const [{ new_account_usage_limit }, estimates, balances, payers] = await Promise.all([
    readSettings(db),
    estimatesOf(db, ids),
    balancesOf(db, ids),
    accounts.findPayers(db, ids),
  ])
  const newSince = now().getTime() - NEW_ACCOUNT_MS
  return users.flatMap(({ user_id: userId, created_at }) => {
    const { total: amount = 0, currency = '' } = estimates.get(userId) ?? {}
    const isNew = created_at > newSince && !payers.has(userId)
    const balance = balances.get(`${userId} ${currency}`) ?? 0
    const isShort = isNew ? amount >= new_account_usage_limit : amount > balance
    if (amount === 0 || !isShort) return []
    const reason: DunningReason = isNew
      ? 'limit_usage_in_new_accounts'
      : 'usage_bigger_than_balance'
    return [{ userId, reason, due: { amount, currency } }]
  })
}
