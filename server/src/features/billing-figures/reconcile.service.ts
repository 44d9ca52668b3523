import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import type { GatewayName } from '@coffer/contract/gateways'
import type { BillingDifferenceRow, PaymentRow, ReversalRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'
import { collectBatches } from '../../lib/batches.ts'
import {
  type Gateway,
  type GatewayDeps,
  GatewayError,
  gatewaysOf,
  isReversalOf,
  type ListedDispute,
  type ListedRefund,
  queueSync,
  type RemotePayment,
  type Reversal,
  unrecordedOf,
} from '../gateways/index.ts'
import { insertDifference } from '../subscriptions/index.ts'
import {
  type Comparison,
  comparePayment,
  compareReversal,
  missingThere,
  READ_AGAIN,
  recordedReversal,
} from './compare.rules.ts'
import * as repository from './differences.repository.ts'

export type ReconcileDeps = GatewayDeps & Pick<Deps, 'settings' | 'newId' | 'log' | 'jobs'>

const WINDOW_MS = 35 * DAY_MS
/** Banks decide disputes within four months. */
const DISPUTES_MS = 120 * DAY_MS
const BATCH = 500
/** If more are missing in the list of a gateway, its keys are of another account. */
const MAX_ASKED = 100

interface Window {
  since: number
  disputesSince: number
  /** Newer changes may not have reached us yet. */
  settledBefore: number
}

/**
 * Compares the payments and refunds of the last 35 days at each gateway, and the disputes of 120, with ours.
 * Differences are recorded for administrators and never corrected here. What is missing here, has succeeded
 * there alone, or ended otherwise for a refund or dispute, is read from its gateway, as its event may be
 * lost; the next comparison resolves the difference.
 */
export async function reconcile(deps: ReconcileDeps): Promise<void> {
  if ((await deps.settings.read()).values.subscription_type === 'none') return
  const now = deps.now().getTime()
  const window = {
    since: now - WINDOW_MS,
    disputesSince: now - DISPUTES_MS,
    settledBefore: now - HOUR_MS,
  }
  for (const gateway of await gatewaysOf(deps)) {
    // Money of `system` moves in our ledger alone.
    if (gateway.name === 'system') continue
    try {
      await reconcileGateway(deps, gateway, window)
    } catch (err) {
      if (!(err instanceof GatewayError)) throw err
      deps.log.warn({ err, gateway: gateway.name }, 'payments were not compared with a gateway')
    }
  }
}

async function reconcileGateway(
  deps: ReconcileDeps,
  gateway: Gateway,
  window: Window,
): Promise<void> {
  const payments = await compareList(deps, gateway, gateway.listPayments(window.since), batch =>
    comparePayments(deps, gateway, batch, window),
  )
  // Apart from payments, as a payment may be refunded long after it was made.
  const refunds = await compareList(deps, gateway, gateway.listRefunds(window.since), batch =>
    compareReversals(deps, gateway, 'refunds', batch, window),
  )
  const disputes = await compareList(
    deps,
    gateway,
    gateway.listDisputes(window.disputesSince),
    batch => compareReversals(deps, gateway, 'disputes', batch, window),
  )
  const listed = { payments, refunds, disputes }
  await readReversed(deps, gateway, window)
  await closeUnlisted(deps, gateway, listed)
  // A payment that is missing in a list with gaps may exist at the gateway.
  if (gateway.capabilities.listsEverything) await findUnlisted(deps, gateway, listed, window)
}

/**
 * Compares a list of a gateway, records the results, and reads what is missing here.
 * @returns the ids in the list
 */
async function compareList<T extends { externalId: string }>(
  deps: ReconcileDeps,
  gateway: Gateway,
  list: AsyncIterable<T>,
  compare: (batch: readonly T[]) => Promise<Comparison[]>,
): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const batch of collectBatches(list, BATCH)) {
    for (const { externalId } of batch) ids.add(externalId)
    const comparisons = await compare(batch)
    await record(deps, gateway.name, comparisons)
    await readMissing(deps, gateway.name, comparisons)
  }
  return ids
}

/** Also a charge that succeeded after it was cancelled or refused here. */
const isReadable = ({ kind, theirs }: Comparison['differences'][number]): boolean =>
  kind in READ_AGAIN || (kind === 'state' && theirs === 'succeeded')

/**
 * Queues a sync of the payments of which we missed an event. An administrator who resolved a difference may
 * have credited its payment by hand, so that the comparison no longer reads it.
 */
async function readMissing(
  deps: ReconcileDeps,
  gateway: GatewayName,
  comparisons: readonly Comparison[],
): Promise<void> {
  const readable = comparisons.flatMap(({ paymentExternalId, differences }) =>
    differences.filter(isReadable).map(each => ({ ...each, paymentExternalId })),
  )
  if (readable.length === 0) return
  const subjects = readable.map(({ subject }) => subject)
  const about = await repository.findDifferencesAbout(deps.db, gateway, subjects)
  const missing = new Set(
    readable
      .filter(each => !about.some(row => isResolved(row, each)))
      .map(({ paymentExternalId }) => paymentExternalId),
  )
  await deps.transact(async tx => {
    for (const externalId of missing)
      await queueSync(tx, deps, gateway, { kind: 'payment', externalId })
  })
}

/** Our payments by the gateway's ids. */
async function paymentsById(
  { db }: ReconcileDeps,
  { name, isLive }: Gateway,
  externalIds: readonly string[],
) {
  const rows = await repository.findPaymentsByExternalId(db, { gateway: name, isLive }, externalIds)
  return new Map(rows.map(row => [row.external_id, row]))
}

async function comparePayments(
  deps: ReconcileDeps,
  gateway: Gateway,
  batch: readonly RemotePayment[],
  { settledBefore }: Window,
): Promise<Comparison[]> {
  const ids = batch.map(({ externalId }) => externalId)
  const known = await paymentsById(deps, gateway, ids)
  return batch.flatMap(each => comparePayment(known.get(each.externalId), each, settledBefore))
}

/** Compares refunds or disputes of payments that both sides know. */
async function compareReversals(
  deps: ReconcileDeps,
  gateway: Gateway,
  table: 'refunds' | 'disputes',
  batch: readonly (ListedRefund | ListedDispute)[],
  { settledBefore }: Window,
): Promise<Comparison[]> {
  const ids = batch.map(({ paymentExternalId }) => paymentExternalId)
  const payments = await paymentsById(deps, gateway, ids)
  const rows = await repository.findReversalsOf(deps.db, table, [...payments.values()])
  const known = new Map(rows.map(row => [row.external_id, row]))
  const byPayment = Map.groupBy(rows, row => row.payment_id)
  return batch.flatMap(each => {
    const payment = payments.get(each.paymentExternalId)
    if (!payment) return []
    const ours =
      'reversal' in each && each.reversal
        ? recordedIn(byPayment.get(payment.id) ?? [], payment, each, each.reversal)
        : { row: known.get(each.externalId) }
    return ours ? compareReversal(table, ours.row, payment, each, settledBefore) : []
  })
}

const recordedIn = (
  rows: readonly ReversalRow[],
  payment: PaymentRow,
  remote: ListedDispute,
  reversal: Reversal,
) =>
  recordedReversal(remote, {
    payment,
    rows,
    own: rows.filter(row => isReversalOf(remote.paymentExternalId, row.external_id)),
    unrecorded: unrecordedOf(reversal, payment, rows),
  })

/** Reads payments with a reversal, as a gateway may return it months later without an entry in its lists. */
async function readReversed(
  deps: ReconcileDeps,
  { name, isLive }: Gateway,
  { disputesSince: since }: Window,
): Promise<void> {
  const ids = await repository.listReversed(deps.db, { gateway: name, isLive }, since)
  await deps.transact(async tx => {
    for (const externalId of ids) await queueSync(tx, deps, name, { kind: 'payment', externalId })
  })
}

/** Ids of a gateway's payments, refunds and disputes. */
interface Listed {
  payments: Set<string>
  refunds: Set<string>
  disputes: Set<string>
}

/** Resolves differences that were read since, and whose subject is no longer listed, so that it isn't compared. */
async function closeUnlisted(
  { db, transact, now }: ReconcileDeps,
  { name }: Gateway,
  { payments, refunds, disputes }: Listed,
): Promise<void> {
  const explained = await repository.listExplained(db, name)
  const gone = explained.filter(({ subject }) =>
    [payments, refunds, disputes].every(listed => !listed.has(subject)),
  )
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  const resolved = { resolved_at: now().getTime(), resolution: null }
  await transact(tx => repository.closeDifferences(tx, ids, resolved))
}

/** @returns none if the gateway doesn't know it */
async function fetchPayment(gateway: Gateway, externalId: string) {
  try {
    return (await gateway.fetchFacts({ kind: 'payment', externalId })).payments
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'rejected') return []
    throw error
  }
}

/**
 * Asks for payments that a gateway doesn't list. Events and servers may be late by days, so we may date a payment
 * in the listed time that the gateway made before.
 */
async function listLate(
  gateway: Gateway,
  listed: Listed,
  unlisted: readonly { external_id: string | null }[],
): Promise<void> {
  if (unlisted.length > MAX_ASKED) return
  for (const { external_id: externalId } of unlisted) {
    if (externalId === null) continue
    for (const payment of await fetchPayment(gateway, externalId)) {
      listed.payments.add(payment.externalId)
      for (const refund of payment.refunds) listed.refunds.add(refund.externalId)
    }
  }
}

/** Finds payments of ours, and their refunds, that the gateway doesn't know. */
async function findUnlisted(
  deps: ReconcileDeps,
  gateway: Gateway,
  listed: Listed,
  { since, settledBefore }: Window,
): Promise<void> {
  // Both sides may date a payment differently, so those at the border are left out.
  const range = { from: since + DAY_MS, to: settledBefore, limit: BATCH }
  const { name, isLive } = gateway
  const side = { gateway: name, isLive }
  const isUnlisted = (row: { external_id: string | null }) =>
    !listed.payments.has(row.external_id ?? '')
  for (let after: string | null = ''; after !== null; ) {
    const rows = await repository.listSucceeded(deps.db, side, { ...range, after })
    const payments = new Map(rows.map(row => [row.id, row]))
    await listLate(gateway, listed, rows.filter(isUnlisted))
    const missing = rows.filter(isUnlisted).map(row => missingThere('missing_there', row, row))
    const refunds = (await repository.findReversalsOf(deps.db, 'refunds', rows)).flatMap(row => {
      const payment = payments.get(row.payment_id)
      const isMoved = row.state !== 'failed' && row.created_at < settledBefore
      if (!payment || !isMoved || listed.refunds.has(row.external_id ?? '')) return []
      return [missingThere('refund_missing_there', row, payment)]
    })
    await record(deps, name, [...missing, ...refunds])
    after = rows.length < BATCH ? null : (rows.at(-1)?.external_id ?? null)
  }
}

/** Whether an administrator has resolved a difference as it is now. */
const isResolved = (
  row: BillingDifferenceRow,
  { subject, kind, ours, theirs }: Comparison['differences'][number],
): boolean =>
  row.resolution !== null &&
  row.subject === subject &&
  row.kind === kind &&
  row.ours === ours &&
  row.theirs === theirs

/** Whether a difference is on record: open, or resolved by an administrator as it is now. */
const isRecorded = (
  rows: readonly BillingDifferenceRow[],
  difference: Comparison['differences'][number],
): boolean =>
  rows.some(row =>
    row.resolved_at === null
      ? // A payment that was refused for its amount is missing for that reason.
        row.kind === difference.kind ||
        (difference.kind === 'missing_here' && row.kind === 'amount')
      : isResolved(row, difference),
  )

/** Records new differences, and resolves those that are gone. */
async function record(
  deps: ReconcileDeps,
  gateway: GatewayName,
  comparisons: readonly Comparison[],
): Promise<void> {
  if (comparisons.length === 0) return
  const subjects = comparisons.map(({ subject }) => subject)
  const at = deps.now().getTime()
  const resolved = { resolved_at: at, resolution: null }
  await deps.transact(async tx => {
    const about = await repository.findDifferencesAbout(tx, gateway, subjects)
    const stored = Map.groupBy(about, ({ subject }) => subject)
    const equal = new Set(
      comparisons.filter(each => each.differences.length === 0).map(({ subject }) => subject),
    )
    const gone = about.filter(row => row.resolved_at === null && equal.has(row.subject))
    if (gone.length > 0)
      await repository.closeDifferences(
        tx,
        gone.map(({ id }) => id),
        resolved,
      )
    const differences = comparisons.flatMap(each => each.differences)
    for (const each of differences.filter(one => !isRecorded(stored.get(one.subject) ?? [], one)))
      await insertDifference(tx, {
        id: deps.newId(),
        gateway,
        ...each,
        found_at: at,
        resolved_at: null,
        resolution: null,
      })
  })
}
