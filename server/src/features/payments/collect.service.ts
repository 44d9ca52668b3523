import { roundUpForWire, smallestCharge } from '@coffer/contract/gateway-currencies'
import type { GatewayName } from '@coffer/contract/gateways'
import type { Money } from '@coffer/contract/money'
import type { Db } from '../../db/open.ts'
import type { InvoiceRow, PaymentRow } from '../../db/schema-payments.ts'
import type { PaymentMethodRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import { attemptEach } from '../../lib/attempt-each.ts'
import { originOf } from '../emails/index.ts'
import {
  CREDENTIALS_REJECTED,
  findCustomer,
  findMethods,
  findMethodsOf,
  type Gateway,
  type GatewayDeps,
  GatewayError,
  gatewaysOf,
  isKnownTo,
  lockMethod,
  type RemotePayment,
  setMethodAttention,
} from '../gateways/index.ts'
import { findOpenInvoices, lockInvoice, lockOpenInvoices, restOf } from '../invoices/index.ts'
import { lockBalance } from '../ledger/index.ts'
import { readSettings } from '../settings/index.ts'
import * as accounts from './accounts.repository.ts'
import { findCard, isCollectedThere, knownMethods } from './amount-due.service.ts'
import { queueCollection } from './debts.job-types.ts'
import * as payments from './payments.repository.ts'
import {
  changePayment,
  type PaymentDeps,
  remindOf,
  resolvePaid,
  settlePayment,
} from './payments.service.ts'

export type CollectDeps = PaymentDeps & GatewayDeps & Pick<Deps, 'db' | 'transact' | 'log'>

/**
 * Pays an invoice from the balance, then from the user's card; reminders follow for the rest. A payment
 * in flight is never charged again.
 */
export async function collect(deps: CollectDeps, invoiceId: string): Promise<void> {
  const gateways = await gatewaysOf(deps)
  const rest = await deps.transact(async tx => {
    await dropUnsendable(tx, deps, { invoiceId, gateways })
    return applyBalance(tx, deps, invoiceId)
  })
  if (rest === 0) return
  const charge = await deps.transact(tx => prepareCharge(tx, deps, { invoiceId, gateways }))
  const gateway = gateways.find(({ name }) => name === charge?.payment.gateway)
  if (charge && gateway) await runCharge(deps, gateway, charge)
}

/** Collects everything that a user owes, the oldest invoice first. */
export async function collectDebts(deps: CollectDeps, userId: string): Promise<void> {
  for (const { id } of await findOpenInvoices(deps.db, userId)) await collect(deps, id)
}

/**
 * Cancels charges that wait for a confirmation, because the user has added a card or funds. One that
 * is confirmed all the same goes to the balance.
 */
export const dropConfirmations = (
  { transact, now }: Pick<CollectDeps, 'transact' | 'now'>,
  userId: string,
): Promise<void> => transact(tx => payments.cancelWaiting(tx, userId, now().getTime()))

/** The billing page, where gateways and banks send the user back. */
export const billingUrl = async ({ config, db }: Pick<CollectDeps, 'config' | 'db'>) =>
  `${originOf(config, await readSettings(db))}/user/settings/billing`

const newPayment = (
  { newId, now }: PaymentDeps,
  invoice: InvoiceRow,
  values: Pick<PaymentRow, 'gateway' | 'is_live' | 'attempt' | 'payment_method_id' | 'amount'>,
): PaymentRow => {
  const id = newId()
  const at = now().getTime()
  return {
    ...values,
    id,
    key: id,
    user_id: invoice.user_id,
    invoice_id: invoice.id,
    checkout_id: null,
    purpose: 'invoice',
    external_id: null,
    refunded: 0,
    currency: invoice.currency,
    state: 'created',
    is_hard_decline: 0,
    reason: null,
    action_url: null,
    created_at: at,
    updated_at: at,
  }
}

/** A charge that the user has to confirm on the page of their bank. */
const isWaiting = ({ purpose, state }: PaymentRow): boolean =>
  purpose === 'invoice' && state === 'action_required'

/**
 * Pays an invoice from the balance as far as that covers it. A charge that waits for its confirmation is
 * cancelled then, and the rest is charged again.
 * @returns what is still due
 */
export async function applyBalance(tx: Db, deps: PaymentDeps, invoiceId: string): Promise<number> {
  const invoice = await lockInvoice(tx, invoiceId)
  if (invoice?.state !== 'open' || invoice.user_id === null) return 0
  if (await isCollectedThere(tx, invoice)) return 0
  const inFlight = await payments.findInFlightOf(tx, invoiceId)
  // It may still cover all of it.
  if (inFlight && !isWaiting(inFlight)) return restOf(invoice)
  const balance = await lockBalance(tx, invoice.user_id, invoice.currency)
  const amount = Math.min(balance, restOf(invoice))
  if (amount <= 0) return restOf(invoice)
  if (inFlight)
    await payments.updatePayment(tx, inFlight.id, {
      state: 'cancelled',
      action_url: null,
      updated_at: deps.now().getTime(),
    })
  const payment = newPayment(deps, invoice, {
    gateway: 'system',
    is_live: 1,
    attempt: await payments.countAttempts(tx, invoiceId),
    payment_method_id: null,
    amount,
  })
  await payments.insertPayment(tx, payment)
  await settlePayment(tx, deps, payment)
  const rest = restOf(invoice) - amount
  if (inFlight && rest > 0) await queueCollection(tx, deps, [invoice])
  return rest
}

/**
 * Pays open invoices from a balance that has grown, the oldest first, and ends reminders once nothing
 * is owed.
 */
export async function payFromBalance(tx: Db, deps: PaymentDeps, userId: string): Promise<void> {
  // All are locked before the balance, as by others that pay one of them.
  for (const { id } of await lockOpenInvoices(tx, userId)) await applyBalance(tx, deps, id)
  await resolvePaid(tx, deps, userId)
}

/** Pays what some of the users owe from their balances, each in a transaction of its own. */
export const payFromBalances = async (
  deps: PaymentDeps & Pick<Deps, 'db' | 'transact'>,
  { userIds }: { userIds: readonly string[] },
): Promise<void> =>
  attemptEach(await accounts.findOwing(deps.db, userIds), ({ id }) =>
    deps.transact(tx => payFromBalance(tx, deps, id)),
  )

/** Returns the saved cards that are charged without their users, by user. */
export async function findCardsOf(
  deps: GatewayDeps & Pick<Deps, 'db'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentMethodRow>> {
  const gateways = await gatewaysOf(deps)
  const methods = knownMethods(await findMethodsOf(deps.db, userIds), gateways)
  const byUser = Map.groupBy(methods, method => method.user_id)
  return new Map(
    [...byUser].flatMap(([userId, saved]) => {
      const card = findCard(saved)
      return card ? [[userId, card] as const] : []
    }),
  )
}

interface Charge {
  payment: PaymentRow
  method: PaymentMethodRow
  description: string
}

interface Collection {
  invoiceId: string
  /** Those with keys. */
  gateways: readonly Gateway[]
}

/**
 * Cancels a charge that can't be sent any more, such as after its process ended before the call, so that the
 * invoice is collected in another way. No money moves for it: its gateway doesn't know it, or was asked and
 * has not charged it.
 */
async function dropUnsendable(
  tx: Db,
  { now }: PaymentDeps,
  { invoiceId, gateways }: Collection,
): Promise<void> {
  const charge = await payments.findInFlightOf(tx, invoiceId)
  if (charge?.state !== 'created' || charge.purpose !== 'invoice') return
  const { id, user_id: userId, external_id: externalId, payment_method_id: methodId } = charge
  const isAskable = gateways.some(gateway => isKnownTo(gateway, charge))
  // A charge that its gateway may know waits for the keys.
  if (externalId !== null && !isAskable) return
  const invoice = await lockInvoice(tx, invoiceId)
  const payer = userId === null ? undefined : await payments.findPayer(tx, userId)
  const methods = payer ? knownMethods(await findMethods(tx, payer.id), gateways) : []
  if (invoice?.state === 'open' && methods.some(method => method.id === methodId)) return
  await payments.cancelUnsent(tx, id, now().getTime())
}

/** Stores the payment before the call; returns the one in flight if it was never sent. */
async function prepareCharge(
  tx: Db,
  deps: PaymentDeps,
  input: Collection,
): Promise<Charge | undefined> {
  const { invoiceId, gateways } = input
  const invoice = await lockInvoice(tx, invoiceId)
  if (invoice?.state !== 'open' || invoice.user_id === null) return undefined
  if (!(await payments.findPayer(tx, invoice.user_id))) return undefined
  const inFlight = await payments.findInFlightOf(tx, invoiceId)
  const methods = knownMethods(await findMethods(tx, invoice.user_id), gateways)
  const description = invoice.label
  if (inFlight) {
    await remindToConfirm(tx, deps, inFlight)
    const method = methods.find(({ id }) => id === inFlight.payment_method_id)
    if (!method || inFlight.state !== 'created') return undefined
    return { payment: inFlight, method, description }
  }
  const card = findCard(methods)
  const gateway = card?.gateway ?? 'system'
  const due = await amountToCharge(tx, invoice, { userId: invoice.user_id, gateway })
  // It is carried over to the next invoice.
  if (due.amount < smallestCharge(gateway, invoice.currency)) return undefined
  // A user whose payment was reversed has to pay by themselves.
  const method = (await payments.wasReversed(tx, invoiceId)) ? undefined : card
  if (!method) {
    await remindOf(tx, deps, { invoiceId, userId: invoice.user_id, due })
    return undefined
  }
  // A card that is removed at the same time is not charged; its removal waits for this transaction.
  if (!(await lockMethod(tx, method.id))) return prepareCharge(tx, deps, input)
  const payment = newPayment(deps, invoice, {
    gateway: method.gateway,
    is_live: method.is_live,
    attempt: (await payments.countAttempts(tx, invoiceId)) + 1,
    payment_method_id: method.id,
    // The excess goes to the balance.
    amount: roundUpForWire(gateway, due).amount,
  })
  await payments.insertPayment(tx, payment)
  return { payment, method, description }
}

/** Reminds of a charge that waits for its bank, once its invoice is due. */
async function remindToConfirm(tx: Db, deps: PaymentDeps, payment: PaymentRow): Promise<void> {
  const { invoice_id: invoiceId, user_id: userId, amount, currency } = payment
  if (!isWaiting(payment) || invoiceId === null || userId === null) return
  const first = 'payment_needs_confirmation'
  await remindOf(tx, deps, { invoiceId, userId, due: { amount, currency }, first })
}

/**
 * Returns the amount to charge for an invoice: its rest, with the debts of the user that are too small to be
 * charged on their own. A charge in flight carries those that it was made for.
 */
async function amountToCharge(
  tx: Db,
  invoice: InvoiceRow,
  { userId, gateway }: { userId: string; gateway: GatewayName },
): Promise<Money> {
  const { id, currency } = invoice
  // Invoices of the user that are collected at the same time wait here, and then see this charge.
  await lockBalance(tx, userId, currency)
  const open = (await findOpenInvoices(tx, userId)).filter(
    each => each.id === id || (each.currency === currency && each.external_id === null),
  )
  const inFlight = await payments.findAmountsInFlight(
    tx,
    open.map(each => each.id),
  )
  const carried = sumOf(open, each => Math.max(0, (inFlight.get(each.id) ?? 0) - restOf(each)))
  const least = smallestCharge(gateway, currency)
  const small = open.filter(each => !inFlight.has(each.id) && restOf(each) < least)
  const own = restOf(invoice) < least ? 0 : restOf(invoice)
  return { amount: own + Math.max(0, sumOf(small, restOf) - carried), currency }
}

const sumOf = (
  invoices: readonly InvoiceRow[],
  amountOf: (invoice: InvoiceRow) => number,
): number => invoices.reduce((sum, invoice) => sum + amountOf(invoice), 0)

async function runCharge(deps: CollectDeps, gateway: Gateway, charge: Charge): Promise<void> {
  const remote = await callCharge(deps, gateway, charge)
  if (remote) await deps.transact(tx => applyCharge(tx, deps, charge, remote))
}

/** @returns undefined if the outcome is unknown; a schedule then reads it from the gateway */
async function callCharge(
  deps: CollectDeps,
  gateway: Gateway,
  { payment, method, description }: Charge,
): Promise<RemotePayment | undefined> {
  const user = await payments.findPayer(deps.db, payment.user_id ?? '')
  if (!user) return undefined
  const externalId = (await findCustomer(deps.db, user.id, gateway)) ?? null
  try {
    return await gateway.charge({
      key: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      customer: {
        userId: user.id,
        email: method.payer_email ?? user.email,
        name: user.name,
        externalId,
      },
      methodExternalId: method.external_id,
      description,
      returnUrl: await billingUrl(deps),
      onCreated: async id => {
        if (!(await deps.transact(tx => payments.markSent(tx, payment.id, id))))
          throw new GatewayError('unavailable', 'The charge was cancelled.')
      },
    })
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    if (error.kind === 'rejected')
      deps.log.error(
        { err: error, gateway: gateway.name, payment: payment.id },
        'a charge was rejected',
      )
    return outcomeOf(payment, error)
  }
}

function outcomeOf(payment: PaymentRow, error: GatewayError): RemotePayment | undefined {
  const { kind, code, actionUrl } = error
  if (kind === 'unavailable' || kind === 'unknown' || code === CREDENTIALS_REJECTED)
    return undefined
  return refused(payment, {
    state: kind === 'action_required' ? 'action_required' : 'failed',
    // A rejected charge is not the fault of the card, which is charged again with the reminders.
    isHardDecline: kind === 'hard_declined',
    reason: code ?? kind,
    actionUrl: actionUrl ?? null,
  })
}

const refused = (
  { external_id, amount, currency, created_at }: PaymentRow,
  outcome: Pick<RemotePayment, 'state' | 'isHardDecline' | 'reason' | 'actionUrl'>,
): RemotePayment => ({
  externalId: external_id ?? '',
  amount,
  currency,
  reference: null,
  subscriptionExternalId: null,
  invoiceExternalId: null,
  paidAt: created_at,
  period: null,
  refunds: [],
  disputes: [],
  method: null,
  ...outcome,
})

async function applyCharge(
  tx: Db,
  deps: PaymentDeps,
  { payment: { id }, method }: Charge,
  remote: RemotePayment,
): Promise<void> {
  const payment = await payments.lockPayment(tx, id)
  if (!payment) return
  // The sync that reads it again records the difference.
  if (remote.amount !== payment.amount || remote.currency !== payment.currency) return
  if (payment.external_id === null && remote.externalId !== '')
    await payments.updatePayment(tx, id, { external_id: remote.externalId })
  await changePayment(tx, deps, payment, { remote, plan: undefined })
  // A stolen or expired card is not charged again; the user has to add another one.
  if (remote.state === 'failed' && remote.isHardDecline)
    await setMethodAttention(tx, method.id, remote.reason ?? 'declined')
}
