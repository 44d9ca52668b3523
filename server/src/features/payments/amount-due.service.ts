import { DAY_MS } from '@coffer/contract/durations'
import { smallestCharge } from '@coffer/contract/gateway-currencies'
import type { GatewayName } from '@coffer/contract/gateways'
import type { Money } from '@coffer/contract/money'
import type { Db } from '../../db/open.ts'
import type { InvoiceRow } from '../../db/schema-payments.ts'
import type { PaymentMethodRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import type { DunningReason } from '../dunning/index.ts'
import {
  findMethods,
  type GatewayMode,
  isKnownTo,
  type ModeDeps,
  readModes,
} from '../gateways/index.ts'
import { findOpenInvoices, restOf } from '../invoices/index.ts'
import { balancesOf } from '../ledger/index.ts'
import { readSettings } from '../settings/index.ts'
import { estimatesOf } from '../usage/index.ts'
import * as accounts from './accounts.repository.ts'
import * as payments from './payments.repository.ts'

/** Accounts are new for this long, as in the product that Coffer replaces. */
const NEW_ACCOUNT_MS = 30 * DAY_MS

type Clock = Pick<Deps, 'now'>
export type DueDeps = Clock & ModeDeps

/** Returns the amount that ends the reminders when it is paid; undefined if no reason remains. */
export async function amountDue(
  db: Db,
  deps: DueDeps,
  userId: string,
  reason: DunningReason,
): Promise<Money | undefined> {
  if (reason === 'unpaid_invoice') return debtOf(db, deps, userId)
  const account = await accounts.findWithoutCard(db, await readModes(db, deps), userId)
  if (!account) return undefined
  const short = await findShort(db, deps, [account])
  return short.find(each => each.reason === reason)?.due
}

/** Whether the gateway that renews the subscription collects the invoice. */
export const isCollectedThere = async (db: Db, { id, external_id }: InvoiceRow): Promise<boolean> =>
  external_id !== null && !(await payments.wasReversed(db, id))

/**
 * Returns the open invoices that a user has to pay here, the oldest first. Nothing is owed for a change
 * of plan that is not made.
 */
export async function findDebts(db: Db, userId: string): Promise<InvoiceRow[]> {
  const debts: InvoiceRow[] = []
  for (const invoice of await findOpenInvoices(db, userId))
    if (!(await isCollectedThere(db, invoice)) && !(await payments.awaitsChange(db, invoice.id)))
      debts.push(invoice)
  return debts
}

/** Whether the time to pay an open invoice is over. */
export const isDue = ({ due_at }: Pick<InvoiceRow, 'due_at'>, { now }: Clock): boolean =>
  due_at <= now().getTime()

const sumOf = (invoices: readonly InvoiceRow[]): number =>
  invoices.reduce((sum, invoice) => sum + restOf(invoice), 0)

/**
 * Returns the invoices that are due, by currency, without those in currencies of which too little is due
 * to be collected.
 */
export async function findCollectable(
  db: Db,
  deps: DueDeps,
  userId: string,
): Promise<InvoiceRow[]> {
  const due = (await findDebts(db, userId)).filter(invoice => isDue(invoice, deps))
  if (due.length === 0) return []
  const gateway = await chargedBy(db, deps, userId)
  return [...Map.groupBy(due, invoice => invoice.currency)]
    .filter(([currency, invoices]) => sumOf(invoices) >= smallestCharge(gateway, currency))
    .flatMap(([, invoices]) => invoices)
}

/** Returns what can be collected in the currency of the oldest invoice. */
async function debtOf(db: Db, deps: DueDeps, userId: string): Promise<Money | undefined> {
  const due = await findCollectable(db, deps, userId)
  const [oldest] = due
  if (!oldest) return undefined
  const { currency } = oldest
  return { amount: sumOf(due.filter(invoice => invoice.currency === currency)), currency }
}

/** Those of the saved methods that one of the gateways knows. */
export const knownMethods = (
  methods: readonly PaymentMethodRow[],
  gateways: readonly GatewayMode[],
): PaymentMethodRow[] =>
  methods.filter(method => gateways.some(gateway => isKnownTo(gateway, method)))

/** The saved card that is charged without the user; undefined without one that works. */
export const findCard = (methods: readonly PaymentMethodRow[]): PaymentMethodRow | undefined =>
  methods.find(
    each => each.needs_attention === null && each.kind === 'card' && each.gateway !== 'paypal',
  )

/** The gateway of the saved card that is charged; `system` without one. */
async function chargedBy(db: Db, deps: ModeDeps, userId: string): Promise<GatewayName> {
  const methods = await findMethods(db, userId)
  const card = findCard(knownMethods(methods, await readModes(db, deps)))
  return card?.gateway ?? 'system'
}

/**
 * Returns the smallest amount that is collected from a user, in minor units. Less is carried over to the
 * next invoice.
 */
export async function smallestDue(
  db: Db,
  deps: ModeDeps,
  { userId, currency }: { userId: string; currency: string },
): Promise<number> {
  return smallestCharge(await chargedBy(db, deps, userId), currency)
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
