import { startOfUtcDay } from '@coffer/contract/billing-periods'
import { isLive } from '@coffer/contract/subscriptions'
import type { Db } from '../../db/open.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { recordAudit, userTarget } from '../audit/index.ts'
import { findCustomer, type Gateway, GatewayError, gatewayNamed } from '../gateways/index.ts'
import { billingUrl, type PaymentDeps, resolvePaid } from '../payments/index.ts'
import { findActiveMetered } from '../plans/index.ts'
import { quotas } from '../quotas/index.ts'
import { lift } from '../restrictions/index.ts'
import { applyPlan } from './apply-plan.service.ts'
import { queueEnd } from './end-queue.ts'
import * as periods from './periods.repository.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import { asAppError } from './subscription-errors.ts'
import * as subscriptions from './subscriptions.repository.ts'
import { type SyncDeps, syncTarget, targetOfSubscription } from './sync.service.ts'

/** After this time the billing page asks the gateway again. */
const STALE_MS = 60_000

/** @throws AppError `subscription.not_found` */
export async function requireLive(db: Db, userId: string): Promise<SubscriptionRow> {
  const row = await subscriptions.findLive(db, userId)
  if (!row) throw new AppError('subscription.not_found')
  return row
}

export async function reread(
  db: Db,
  { id }: Pick<SubscriptionRow, 'id'>,
): Promise<SubscriptionRow> {
  const row = await subscriptions.findSubscription(db, id)
  if (!row) throw new AppError('subscription.not_found')
  return row
}

/** The subscription at a gateway that decides when it renews, where it is changed first. */
interface AtGateway {
  gateway: Gateway
  externalId: string
}

/** @returns undefined for a subscription on our own schedule */
async function findAtGateway(
  deps: SyncDeps,
  { gateway: name, external_id: externalId }: SubscriptionRow,
): Promise<AtGateway | undefined> {
  if (externalId === null) return undefined
  const gateway = await gatewayNamed(deps, name)
  return gateway.capabilities.keepsSchedule ? { gateway, externalId } : undefined
}

export async function readFresh(deps: SyncDeps, row: SubscriptionRow): Promise<SubscriptionRow> {
  const target = await targetOfSubscription(deps, row.id)
  if (target) await syncTarget(deps, row.gateway, target)
  return reread(deps.db, row)
}

/** Reads the subscription shown to a user, again at the gateway if that was over a minute ago. */
export async function readShown(
  deps: SyncDeps,
  userId: string,
): Promise<SubscriptionRow | undefined> {
  const row = await subscriptions.findShown(deps.db, userId)
  const isStale =
    row !== undefined &&
    row.status !== 'completed' &&
    (row.synced_at ?? 0) < deps.now().getTime() - STALE_MS
  if (!isStale || row.gateway === 'system') return row
  try {
    return await readFresh(deps, row)
  } catch (error) {
    // The page shows the stored state instead.
    if (!(error instanceof GatewayError)) throw error
    return row
  }
}

type Audited = { reason: string; action: 'subscription.cancelled' | 'subscription.ended' }

async function audit(tx: Db, row: SubscriptionRow, { reason, action }: Audited): Promise<void> {
  recordAudit(tx, {
    action,
    target: await userTarget(tx, row.user_id),
    after: { plan: snapshotOf(row).name, subscription: row.id, reason },
  })
}

/**
 * Whether a live subscription can be cancelled or ended by hand. While a metered plan is on sale, the
 * user of a metered subscription would get a new one at once, and both would bill the same usage; an
 * administrator gets none.
 */
export async function canEnd(db: Db, row: SubscriptionRow): Promise<boolean> {
  if (!isLive(row)) return false
  if (row.type !== 'metered' || (await findActiveMetered(db)) === undefined) return true
  return subscriptions.isUnbilledAdministrator(db, row.user_id)
}

/** @throws AppError `subscription.metered` */
async function requireEndable(db: Db, row: SubscriptionRow): Promise<void> {
  if (isLive(row) && !(await canEnd(db, row))) throw new AppError('subscription.metered')
}

/**
 * Cancels at the end of the paid period. The gateway cancels first and its answer is mirrored, so that
 * the last of several concurrent changes at the gateway counts.
 * @throws AppError `subscription.metered`
 */
export async function cancel(
  deps: SyncDeps,
  row: SubscriptionRow,
  reason?: string,
): Promise<SubscriptionRow> {
  const record = (tx: Db) =>
    reason === undefined
      ? Promise.resolve()
      : audit(tx, row, { reason, action: 'subscription.cancelled' })
  if (row.status === 'cancelled') return row
  await requireEndable(deps.db, row)
  const remote = await findAtGateway(deps, row)
  if (!remote) return cancelHere(deps, row, record)
  try {
    await remote.gateway.cancelAtEnd(remote.externalId)
    await deps.transact(record)
    return await readFresh(deps, row)
  } catch (error) {
    throw asAppError(error)
  }
}

const cancelHere = (
  deps: SyncDeps,
  { id }: SubscriptionRow,
  record: (tx: Db) => Promise<void>,
): Promise<SubscriptionRow> =>
  deps.transact(async tx => {
    const row = await subscriptions.lockSubscription(tx, id)
    if (row?.status !== 'active') throw new AppError('subscription.not_found')
    const at = deps.now().getTime()
    await subscriptions.updateSubscription(tx, row, {
      status: 'cancelled',
      cancelled_at: at,
      renews_at: null,
      ends_at: row.period_ends_at,
      updated_at: at,
    })
    await record(tx)
    return reread(tx, row)
  })

/** Undoes a cancellation. @throws AppError `subscription.ended` after its end */
export async function resume(deps: SyncDeps, userId: string): Promise<SubscriptionRow> {
  const row = await subscriptions.findShown(deps.db, userId)
  if (!row) throw new AppError('subscription.not_found')
  if (row.status === 'active') return row
  const now = deps.now().getTime()
  if (row.status !== 'cancelled' || isOver(row, now)) throw new AppError('subscription.ended')
  const remote = await findAtGateway(deps, row)
  if (!remote)
    return deps.transact(async tx => {
      const locked = await subscriptions.lockSubscription(tx, row.id)
      if (locked?.status !== 'cancelled') throw new AppError('subscription.ended')
      await subscriptions.updateSubscription(tx, locked, {
        status: 'active',
        cancelled_at: null,
        ends_at: null,
        renews_at: locked.period_ends_at,
        updated_at: now,
      })
      return reread(tx, locked)
    })
  try {
    await remote.gateway.resume(remote.externalId)
    return await readFresh(deps, row)
  } catch (error) {
    throw asAppError(error)
  }
}

/** Ends a subscription here at once and queues its end at its gateway. */
export async function endSubscription(
  tx: Db,
  deps: PaymentDeps,
  row: SubscriptionRow,
  endedReason: string,
): Promise<void> {
  if (row.status === 'completed') return
  const at = deps.now().getTime()
  await subscriptions.updateSubscription(tx, row, {
    status: 'completed',
    renews_at: null,
    ends_at: at,
    ended_reason: endedReason,
    updated_at: at,
  })
  if (row.type === 'metered') await endUsage(tx, deps, row)
  if (row.external_id !== null) await queueEnd(tx, deps, row, false)
  await applyPlan(tx, row.user_id)
}

const isOver = ({ status, ends_at }: SubscriptionRow, at: number): boolean =>
  status === 'cancelled' && (ends_at ?? 0) <= at

/** Ends a cancelled subscription whose paid period is over. */
export async function endIfOver(
  deps: PaymentDeps & Pick<Deps, 'transact'>,
  { id }: Pick<SubscriptionRow, 'id'>,
): Promise<void> {
  await deps.transact(async tx => {
    const row = await subscriptions.lockSubscription(tx, id)
    if (row && isOver(row, deps.now().getTime())) await endSubscription(tx, deps, row, 'cancelled')
  })
}

/**
 * Bills metered use up to the start of the day, at which the next metered subscription of the user would
 * begin. What its use has restricted is allowed again; an unpaid final invoice has reminders of its own.
 */
async function endUsage(
  tx: Db,
  deps: PaymentDeps,
  { id, user_id: userId }: SubscriptionRow,
): Promise<void> {
  await periods.endOpenPeriods(tx, id, startOfUtcDay(deps.now().getTime()))
  await lift(tx, [userId], 'spending_cap')
  await resolvePaid(tx, deps, userId)
}

/** @throws AppError `subscription.metered` */
export const endAsAdmin = (deps: SyncDeps, id: string, reason: string): Promise<SubscriptionRow> =>
  deps.transact(async tx => {
    const { user_id: userId } = await reread(tx, { id })
    await quotas.lockOwners(tx, [userId])
    const row = await reread(tx, { id })
    await requireEndable(tx, row)
    await endSubscription(tx, deps, row, 'ended_by_admin')
    await audit(tx, row, { reason, action: 'subscription.ended' })
    return reread(tx, row)
  })

/** Returns the page where the user changes how the subscription is paid. */
export async function managePayment(
  deps: SyncDeps,
  userId: string,
  id: string,
): Promise<{ driver: SubscriptionRow['gateway']; url: string }> {
  const row = await subscriptions.findSubscription(deps.db, id)
  if (row?.user_id !== userId) throw new AppError('subscription.not_found')
  try {
    const gateway = await gatewayNamed(deps, row.gateway)
    const customerExternalId = await findCustomer(deps.db, userId, gateway)
    const returnUrl = await billingUrl(deps)
    const url = await gateway.managePaymentMethod({
      customerExternalId: customerExternalId ?? '',
      subscriptionExternalId: row.external_id,
      returnUrl,
    })
    if (url === null) throw new AppError('subscription.driver_unavailable')
    return { driver: row.gateway, url }
  } catch (error) {
    throw asAppError(error)
  }
}
