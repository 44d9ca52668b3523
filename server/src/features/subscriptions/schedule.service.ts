import { billingPeriod } from '@coffer/contract/billing-periods'
import type { Db } from '../../db/open.ts'
import type { RefundRow } from '../../db/schema-payments.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { amountText } from '../../lib/amount-text.ts'
import { GatewayError, gatewaysOf, queueSync } from '../gateways/index.ts'
import {
  collect,
  findPayment,
  listInFlight,
  listPendingRefunds,
  listRefunding,
  sendRefund,
} from '../payments/index.ts'
import { type CheckoutDeps, expireUnsent } from './checkouts.service.ts'
import { insertDifference } from './facts.repository.ts'
import { resumeSwap } from './own-swap.service.ts'
import * as periods from './periods.repository.ts'
import { newPeriod, openPeriodInvoice } from './periods.service.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { endSubscription } from './subscriptions.service.ts'
import { isUnpaid, notifyUnpaid } from './unpaid.service.ts'

const BATCH = 200
const FIVE_MINUTES_MS = 300_000

/** Every five minutes: repeats reads and calls at gateways that may have been lost. */
export async function syncOpen(deps: CheckoutDeps): Promise<void> {
  const now = deps.now().getTime()
  for (const checkout of await periods.listOpenCheckouts(deps.db, BATCH)) {
    const { gateway, external_id: externalId } = checkout
    if (externalId === null) await expireUnsent(deps, checkout)
    else await deps.transact(tx => queueSync(tx, deps, gateway, { kind: 'checkout', externalId }))
  }
  for (const payment of await listInFlight(deps.db, now - FIVE_MINUTES_MS, BATCH)) {
    const { gateway, external_id: externalId, invoice_id: invoiceId, purpose, state } = payment
    // No money has moved yet, and the same key charges at most once.
    if (purpose === 'invoice' && state === 'created' && invoiceId !== null)
      await collect(deps, invoiceId)
    else if (externalId !== null)
      await deps.transact(tx => queueSync(tx, deps, gateway, { kind: 'payment', externalId }))
  }
  for (const refund of await listPendingRefunds(deps.db, now - FIVE_MINUTES_MS, BATCH))
    await sendAgain(deps, refund)
  for (const row of await periods.listSwapping(deps.db, now - FIVE_MINUTES_MS, BATCH))
    await resumeSwap(deps, row)
  await endDue(deps)
}

/** Sends a refund again. Administrators are shown one of theirs that is refused now. */
async function sendAgain(deps: CheckoutDeps, refund: RefundRow): Promise<void> {
  const outcome = await sendRefund(deps, refund)
  if (!(outcome instanceof GatewayError) || refund.is_automatic === 1) return
  const { id, gateway, payment_id } = refund
  const payment = await findPayment(deps.db, payment_id)
  await insertDifference(deps.db, {
    id: deps.newId(),
    gateway,
    kind: 'refund_missing_there',
    subject: id,
    payment_id,
    user_id: payment?.user_id ?? null,
    ours: amountText(refund),
    theirs: null,
    found_at: deps.now().getTime(),
    resolved_at: null,
    resolution: null,
  })
}

/** Every hour: reads refunds that take days at the bank. */
export async function syncRefunds(deps: CheckoutDeps): Promise<void> {
  for (const { gateway, external_id: externalId } of await listRefunding(deps.db, BATCH))
    if (externalId !== null)
      await deps.transact(tx => queueSync(tx, deps, gateway, { kind: 'payment', externalId }))
}

/** Ends cancelled subscriptions whose paid period is over. */
async function endDue(deps: CheckoutDeps): Promise<void> {
  for (const { id } of await periods.listEnded(deps.db, deps.now().getTime(), BATCH))
    await deps.transact(async tx => {
      const row = await subscriptions.lockSubscription(tx, id)
      if (row?.status !== 'cancelled' || (row.ends_at ?? 0) > deps.now().getTime()) return
      await endSubscription(tx, deps, row, 'cancelled')
    })
}

/** Every hour: renews the subscriptions whose period is over. */
export async function renewDue(deps: CheckoutDeps): Promise<void> {
  for (const row of await periods.listDueRenewals(deps.db, deps.now().getTime(), BATCH)) {
    const { gateway, external_id: externalId } = row
    if (externalId !== null)
      await deps.transact(tx => queueSync(tx, deps, gateway, { kind: 'subscription', externalId }))
    else await renewHere(deps, row)
  }
  await periods.settlePaymentStates(deps.db, deps.now().getTime())
}

/** Opens one invoice for each period that has started, and collects them in order. */
async function renewHere(deps: CheckoutDeps, row: SubscriptionRow): Promise<void> {
  const invoices: string[] = []
  for (;;) {
    const invoiceId = await deps.transact(tx => renewOnce(tx, deps, row.id))
    if (invoiceId === undefined) break
    if (invoiceId !== null) invoices.push(invoiceId)
  }
  for (const invoiceId of invoices) await collect(deps, invoiceId)
}

/** @returns the invoice of the next period, null without a price, undefined if none is due */
async function renewOnce(
  tx: Db,
  deps: CheckoutDeps,
  id: string,
): Promise<string | null | undefined> {
  const row = await subscriptions.lockSubscription(tx, id)
  const now = deps.now().getTime()
  if (row?.status !== 'active' || row.renews_at === null || row.renews_at > now) return undefined
  if (await isUnpaid(tx, row)) {
    await endSubscription(tx, deps, row, 'unpaid')
    await notifyUnpaid(tx, deps, row)
    return undefined
  }
  const position = await periods.nextPosition(tx, row)
  const next = billingPeriod(row.anchor_at, snapshotOf(row).interval, position)
  await subscriptions.updateSubscription(tx, row, {
    period_starts_at: next.startsAt,
    period_ends_at: next.endsAt,
    renews_at: next.endsAt,
    updated_at: now,
  })
  const period = newPeriod(deps, row, { position, period: next, at: now })
  const newIds = await periods.insertPeriods(tx, [period])
  if (!newIds.has(period.id) || !row.amount) return null
  return (await openPeriodInvoice(tx, deps, row, period, { at: now })).id
}

/** Every night: queues a sync of all live subscriptions that exist at a gateway. */
export async function syncLive(deps: CheckoutDeps): Promise<void> {
  const reachable = new Set((await gatewaysOf(deps)).map(({ name }) => name))
  for (let after = ''; ; ) {
    const rows = await periods.listLive(deps.db, after, BATCH)
    const last = rows.at(-1)
    if (!last) return
    await deps.transact(async tx => {
      for (const { gateway, external_id: externalId } of rows)
        if (externalId !== null && reachable.has(gateway))
          await queueSync(tx, deps, gateway, { kind: 'subscription', externalId })
    })
    after = last.id
  }
}
