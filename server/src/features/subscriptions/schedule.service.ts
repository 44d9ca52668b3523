import { billingPeriodAt } from '@coffer/contract/billing-periods'
import { DAY_MS } from '@coffer/contract/durations'
import type { Db } from '../../db/open.ts'
import { pagesOf, rowsOf } from '../../db/pages.ts'
import type { PaymentRow, RefundRow } from '../../db/schema-payments.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { amountText } from '../../lib/amount-text.ts'
import { attemptEach } from '../../lib/attempt-each.ts'
import { GatewayError, gatewaysOf, isKnownTo, queueSync } from '../gateways/index.ts'
import {
  collect,
  listInFlight,
  listPendingRefunds,
  listRefunding,
  queueCollection,
  sendRefund,
  settlePaymentStates,
} from '../payments/index.ts'
import { type CheckoutDeps, expireUnsent } from './checkouts.service.ts'
import { insertDifference, wasReported } from './facts.repository.ts'
import { reportFailedRefund } from './failed-refunds.service.ts'
import { finishSwap } from './own-swap.service.ts'
import * as periods from './periods.repository.ts'
import { newPeriod, openPeriodInvoice } from './periods.service.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { endIfOver, endSubscription } from './subscriptions.service.ts'
import { isUnpaid, notifyUnpaid } from './unpaid.service.ts'

const FIVE_MINUTES_MS = 300_000

/** An object at a gateway, by its id there, if it exists there. */
type AtGateway = Pick<SubscriptionRow, 'gateway' | 'external_id' | 'is_live'>

/** Queues reads of what exists at a gateway that has the keys for it. */
async function queueSyncs(
  deps: CheckoutDeps,
  kind: 'checkout' | 'payment' | 'subscription',
  rows: readonly AtGateway[],
): Promise<void> {
  const gateways = await gatewaysOf(deps)
  await deps.transact(async tx => {
    for (const row of rows) {
      const { gateway, external_id: externalId } = row
      if (externalId !== null && gateways.some(each => isKnownTo(each, row)))
        await queueSync(tx, deps, gateway, { kind, externalId })
    }
  })
}

/**
 * Repeats reads and calls at gateways that may have been lost, and ends subscriptions that are over.
 * @param since leaves out older purchases, payments and refunds, which change rarely
 */
export const syncOpen = (deps: CheckoutDeps, since = 0): Promise<void> =>
  attemptEach([syncCheckouts, syncPayments, sendPendingRefunds, finishSwaps, endDue], step =>
    step(deps, since),
  )

const syncCheckouts = (deps: CheckoutDeps, since: number): Promise<void> =>
  attemptEach(
    pagesOf(page => periods.listOpenCheckouts(deps.db, since, page)),
    async rows => {
      await queueSyncs(deps, 'checkout', rows)
      const unsent = rows.filter(row => row.external_id === null)
      await attemptEach(unsent, row => expireUnsent(deps, row))
    },
  )

const answeredBefore = ({ now }: CheckoutDeps): number => now().getTime() - FIVE_MINUTES_MS

/** No money has moved yet, and the same key charges at most once. */
const isUnsentCharge = (payment: PaymentRow): payment is PaymentRow & { invoice_id: string } =>
  payment.purpose === 'invoice' && payment.state === 'created' && payment.invoice_id !== null

/** Reads payments whose end is not known; charges that may not have been sent are sent again. */
const syncPayments = (deps: CheckoutDeps, since: number): Promise<void> =>
  attemptEach(
    pagesOf(page => listInFlight(deps.db, { since, before: answeredBefore(deps) }, page)),
    async rows => {
      const sent = rows.filter(row => !isUnsentCharge(row))
      await queueSyncs(deps, 'payment', sent)
      await attemptEach(rows.filter(isUnsentCharge), row => collect(deps, row.invoice_id))
      await reportUndecided(deps, rows)
    },
  )

/**
 * Shows administrators charges that can't be read for a day, as their gateway has no keys or those of the other
 * mode. They are never made again, as they may have gone through.
 */
async function reportUndecided(deps: CheckoutDeps, rows: readonly PaymentRow[]): Promise<void> {
  const now = deps.now().getTime()
  const sent = rows.filter(
    ({ purpose, state, updated_at }) =>
      purpose === 'invoice' && state === 'processing' && updated_at < now - DAY_MS,
  )
  if (sent.length === 0) return
  const gateways = await gatewaysOf(deps)
  const undecided = sent.filter(row => !gateways.some(each => isKnownTo(each, row)))
  for (const { id, gateway, external_id: subject, user_id, ...amount } of undecided) {
    if (subject === null || (await wasReported(deps.db, gateway, subject))) continue
    await insertDifference(deps.db, {
      id: deps.newId(),
      gateway,
      kind: 'missing_there',
      subject,
      payment_id: id,
      user_id,
      ours: amountText(amount),
      theirs: null,
      found_at: now,
      resolved_at: null,
      resolution: null,
    })
  }
}

const sendPendingRefunds = (deps: CheckoutDeps, since: number): Promise<void> =>
  attemptEach(
    rowsOf(page => listPendingRefunds(deps.db, { since, before: answeredBefore(deps) }, page)),
    refund => sendAgain(deps, refund),
  )

/** Finishes changes of plan whose payment was pending, or whose process ended before the change. */
const finishSwaps = (deps: CheckoutDeps): Promise<void> =>
  attemptEach(
    rowsOf(page => periods.listSwapping(deps.db, answeredBefore(deps), page)),
    row => finishSwap(deps, row),
  )

/** Ends cancelled subscriptions whose paid period is over. */
const endDue = (deps: CheckoutDeps): Promise<void> =>
  attemptEach(
    rowsOf(page => periods.listEnded(deps.db, deps.now().getTime(), page)),
    row => endIfOver(deps, row),
  )

/** Sends a refund again. Administrators are shown one of theirs that is refused now. */
async function sendAgain(deps: CheckoutDeps, refund: RefundRow): Promise<void> {
  const outcome = await sendRefund(deps, refund)
  if (!(outcome instanceof GatewayError) || refund.is_automatic === 1) return
  await reportFailedRefund(deps.db, deps, refund)
}

/** Reads refunds that take days at the bank. */
export const syncRefunds = (deps: CheckoutDeps): Promise<void> =>
  attemptEach(
    pagesOf(page => listRefunding(deps.db, page)),
    rows => queueSyncs(deps, 'payment', rows),
  )

/**
 * Renews all subscriptions whose period is over. Payment states are set before: the new invoices are
 * only collected afterwards, and are no debts until then.
 */
export const renewDue = (deps: CheckoutDeps): Promise<void> =>
  attemptEach([settleStates, renewAll], step => step(deps))

const renewAll = (deps: CheckoutDeps): Promise<void> =>
  attemptEach(
    pagesOf(page => periods.listDueRenewals(deps.db, deps.now().getTime(), page)),
    async rows => {
      await queueSyncs(deps, 'subscription', rows)
      const ours = rows.filter(row => row.external_id === null)
      await attemptEach(ours, row => renewHere(deps, row))
    },
  )

const settleStates = (deps: CheckoutDeps): Promise<void> => settlePaymentStates(deps.db, deps)

/** Starts each period that is due. */
async function renewHere(deps: CheckoutDeps, { id }: SubscriptionRow): Promise<void> {
  for (let isDue = true; isDue; ) isDue = await deps.transact(tx => renewOnce(tx, deps, id))
}

/** Opens the invoice of the next period. @returns false if no period was due */
async function renewOnce(tx: Db, deps: CheckoutDeps, id: string): Promise<boolean> {
  const row = await subscriptions.lockSubscription(tx, id)
  const now = deps.now().getTime()
  if (row?.status !== 'active' || row.renews_at === null || row.renews_at > now) return false
  // A change of plan that is being paid is finished first, as it is prorated by the running period.
  if (row.pending_swap !== null) return false
  if (await isUnpaid(tx, deps, row)) {
    await endSubscription(tx, deps, row, 'unpaid')
    await notifyUnpaid(tx, deps, row)
    return false
  }
  const next = billingPeriodAt(row.anchor_at, snapshotOf(row).interval, row.period_ends_at)
  await subscriptions.updateSubscription(tx, row, {
    period_starts_at: next.startsAt,
    period_ends_at: next.endsAt,
    renews_at: next.endsAt,
    updated_at: now,
  })
  const period = newPeriod(deps, row, { position: next.index, period: next, at: now })
  const newIds = await periods.insertPeriods(tx, [period])
  if (newIds.has(period.id) && row.amount)
    await queueCollection(tx, deps, [await openPeriodInvoice(tx, deps, row, period, { at: now })])
  return true
}

/** Reads all live subscriptions that exist at a gateway with keys. */
export async function syncLive(deps: CheckoutDeps): Promise<void> {
  for await (const rows of pagesOf(page => periods.listLive(deps.db, page)))
    await queueSyncs(deps, 'subscription', rows)
}
