import { DAY_MS, HOUR_MS } from '@coffer/contract/billing-periods'
import type { GatewayName } from '@coffer/contract/gateways'
import type { BillingDifferenceRow } from '../../db/schema-payments.ts'
import type { Deps } from '../../deps.ts'
import {
  type Gateway,
  type GatewayDeps,
  GatewayError,
  gatewaysOf,
  queueSync,
  type RemotePayment,
} from '../gateways/index.ts'
import { insertDifference } from '../subscriptions/index.ts'
import { type Comparison, comparePayment, compareRefunds, missingThere } from './compare.rules.ts'
import * as repository from './differences.repository.ts'

export type ReconcileDeps = GatewayDeps & Pick<Deps, 'settings' | 'newId' | 'log' | 'jobs'>

const WINDOW_MS = 35 * DAY_MS
const BATCH = 500

interface Window {
  since: number
  /** Newer changes may not have reached us yet. */
  settledBefore: number
}

/**
 * Compares the payments of the last 35 days at each gateway with ours. Differences are recorded for
 * administrators and never corrected here. A payment that is missing here is read from its gateway, as
 * its event may be lost; the next comparison resolves the difference.
 */
export async function reconcile(deps: ReconcileDeps): Promise<void> {
  if ((await deps.settings.read()).values.subscription_type === 'none') return
  const now = deps.now().getTime()
  const window = { since: now - WINDOW_MS, settledBefore: now - HOUR_MS }
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
  const listed = new Set<string>()
  for await (const batch of inBatches(gateway.listPayments(window.since))) {
    for (const { externalId } of batch) listed.add(externalId)
    const comparisons = await compareBatch(deps, gateway, batch, window)
    await record(deps, gateway.name, comparisons)
    await readMissing(deps, gateway.name, batch, comparisons)
  }
  // Payments that are missing in a list with gaps may exist at the gateway.
  if (gateway.capabilities.listsEverything) await findUnlisted(deps, gateway, listed, window)
}

const MISSING_HERE: ReadonlySet<string> = new Set(['missing_here', 'refund_missing_here'])

/** Queues a sync of the payments that are missing here, or whose refunds are. */
async function readMissing(
  deps: ReconcileDeps,
  gateway: GatewayName,
  batch: readonly RemotePayment[],
  comparisons: readonly Comparison[],
): Promise<void> {
  const missing = new Set(
    comparisons
      .filter(({ differences }) => differences.some(({ kind }) => MISSING_HERE.has(kind)))
      .map(({ subject }) => subject),
  )
  const isMissing = ({ externalId }: { externalId: string }) => missing.has(externalId)
  const payments = batch.filter(each => isMissing(each) || each.refunds.some(isMissing))
  if (payments.length === 0) return
  await deps.transact(async tx => {
    for (const { externalId } of payments)
      await queueSync(tx, deps, gateway, { kind: 'payment', externalId })
  })
}

async function* inBatches(payments: AsyncIterable<RemotePayment>) {
  let batch: RemotePayment[] = []
  for await (const payment of payments) {
    batch.push(payment)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function compareBatch(
  { db }: ReconcileDeps,
  gateway: Gateway,
  batch: readonly RemotePayment[],
  { settledBefore }: Window,
): Promise<Comparison[]> {
  const side = { gateway: gateway.name, isLive: gateway.isLive }
  const ids = batch.map(({ externalId }) => externalId)
  const payments = await repository.findPaymentsByExternalId(db, side, ids)
  const known = new Map(payments.map(row => [row.external_id, row]))
  const compared = batch.flatMap(each =>
    comparePayment(known.get(each.externalId), each, settledBefore),
  )
  if (!gateway.capabilities.listsEverything || payments.length === 0) return compared
  const paymentIds = payments.map(({ id }) => id)
  const refunds = Map.groupBy(
    await repository.findRefundsOf(db, paymentIds),
    ({ payment_id }) => payment_id,
  )
  const comparedRefunds = batch.flatMap(each => {
    const ours = known.get(each.externalId)
    if (!ours) return []
    return compareRefunds(ours, refunds.get(ours.id) ?? [], each.refunds, settledBefore)
  })
  return [...compared, ...comparedRefunds]
}

/** Finds payments of ours that the gateway doesn't list. */
async function findUnlisted(
  deps: ReconcileDeps,
  { name, isLive }: Gateway,
  listed: ReadonlySet<string>,
  { since, settledBefore }: Window,
): Promise<void> {
  // Both sides may date a payment differently, so those at the border are left out.
  const range = { from: since + DAY_MS, to: settledBefore, limit: BATCH }
  const side = { gateway: name, isLive }
  for (let after: string | null = ''; after !== null; ) {
    const rows = await repository.listSucceeded(deps.db, side, { ...range, after })
    const unlisted = rows.flatMap((row): Comparison[] => {
      const subject = row.external_id ?? ''
      if (listed.has(subject)) return []
      return [{ subject, differences: [missingThere('missing_there', subject, row, row)] }]
    })
    await record(deps, name, unlisted)
    after = rows.length < BATCH ? null : (rows.at(-1)?.external_id ?? null)
  }
}

/** Whether a difference is on record: open, or resolved by an administrator as it is now. */
const isRecorded = (
  rows: readonly BillingDifferenceRow[],
  { kind, ours, theirs }: Comparison['differences'][number],
): boolean =>
  rows.some(row =>
    row.resolved_at === null
      ? // A payment that was refused for its amount is missing for that reason.
        row.kind === kind || (kind === 'missing_here' && row.kind === 'amount')
      : row.resolution !== null && row.kind === kind && row.ours === ours && row.theirs === theirs,
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
