import { billingPeriodAt, startOfUtcDay } from '@coffer/contract/billing-periods'
import { PlanSnapshot } from '@coffer/contract/plans'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { dayIn } from '../../lib/day-in.ts'
import { grantCredits } from '../invoices/index.ts'
import { notify, TO_BILLING } from '../notifications/index.ts'
import type { PaymentDeps } from '../payments/index.ts'
import { findActiveMetered, type Plan, planSnapshot, readPlan } from '../plans/index.ts'
import { quotas } from '../quotas/index.ts'
import { capacityFor, lift } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { endSubscription, insertPeriods, isDemo, lockSubscription } from '../subscriptions/index.ts'
import { forEachDue } from './for-each-due.ts'
import * as periods from './periods.repository.ts'

type MeteredDeps = Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'newId'>

const BATCH = 500

/** The plan of new metered users; undefined if no metered plan is active. */
async function findMeteredPlan(db: Db): Promise<Plan | undefined> {
  const plan = await findActiveMetered(db)
  return plan && readPlan(db, plan.id)
}

interface Terms {
  plan: PlanSnapshot
  bonus: number
  capacityBytes: number | null
}

/**
 * Subscribes users to metered use from now on, with its storage limit and the bonus for new accounts;
 * those who have a subscription keep it.
 */
async function subscribe(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userIds: readonly string[],
  { plan, bonus, capacityBytes }: Terms,
): Promise<void> {
  const { now, newId } = deps
  const at = now().getTime()
  const anchor = startOfUtcDay(at)
  const { startsAt, endsAt } = billingPeriodAt(anchor, plan.interval, at)
  const plan_snapshot = JSON.stringify(plan)
  const rows = userIds.map(user_id => ({
    id: newId(),
    user_id,
    plan_id: plan.plan_id,
    type: 'metered' as const,
    gateway: 'system' as const,
    is_live: 1 as const,
    status: 'active' as const,
    payment_state: 'ok' as const,
    plan_snapshot,
    currency: plan.currency,
    anchor_at: anchor,
    period_starts_at: startsAt,
    period_ends_at: endsAt,
    renews_at: endsAt,
    created_at: at,
    updated_at: at,
  }))
  const newIds = await periods.insertSubscriptions(tx, rows)
  const subscribed = rows.filter(({ id }) => newIds.has(id))
  if (subscribed.length === 0) return
  await insertPeriods(
    tx,
    subscribed.map(({ id }) => ({
      id: newId(),
      subscription_id: id,
      position: 0,
      starts_at: startsAt,
      ends_at: endsAt,
      state: 'open',
      plan_snapshot,
    })),
  )
  const subscribedIds = subscribed.map(({ user_id }) => user_id)
  await quotas.setPlanCapacity(tx, subscribedIds, capacityBytes)
  if (bonus === 0) return
  const grants = subscribedIds.map(userId => ({ id: `registration:${userId}`, userId }))
  const { currency } = plan
  await grantCredits(tx, deps, grants, { amount: bonus, currency, note: 'registration_bonus' })
}

/** The plan and the bonus of new metered subscriptions; undefined where none begin. */
async function termsOf(db: Db): Promise<Terms | undefined> {
  const settings = await readSettings(db)
  const plan = await findMeteredPlan(db)
  if (settings.subscription_type !== 'metered' || !plan) return undefined
  return {
    plan: planSnapshot(plan),
    bonus: settings.registration_bonus,
    capacityBytes: capacityFor(settings),
  }
}

/**
 * Ends the metered subscriptions of users who have become administrators.
 * @throws the first error of subscriptions that could not be ended, after all others were
 */
export const endOfAdministrators = (
  deps: PaymentDeps & Pick<Deps, 'db' | 'transact' | 'log'>,
): Promise<void> =>
  forEachDue(deps, {
    find: page => periods.findOfAdministrators(deps.db, page),
    run: async (tx, rows) => {
      for (const { id } of rows) {
        const row = await lockSubscription(tx, id)
        if (row) await endSubscription(tx, deps, row, 'administrator')
      }
    },
  })

/** Gives every user a metered subscription; those who sign up later get one at the next run. */
export async function subscribeEveryone(deps: MeteredDeps): Promise<void> {
  const terms = await termsOf(deps.db)
  if (!terms) return
  for (let after = ''; ; ) {
    const users = await periods.findUnsubscribed(deps.db, after, BATCH)
    const last = users.at(-1)
    if (!last) return
    after = last.id
    const ids = users.map(({ id }) => id)
    await deps.transact(tx => subscribe(tx, deps, ids, terms))
  }
}

/** Gives a user a current period at once, as when they open their billing page. */
export async function beginPeriodOf(
  deps: MeteredDeps & Pick<Deps, 'log'>,
  { userId, role }: Pick<UserActor, 'userId' | 'role'>,
): Promise<void> {
  const isBilled = role === 'user' && !(await isDemo(deps.db, userId))
  const terms = isBilled ? await termsOf(deps.db) : undefined
  if (terms) await deps.transact(tx => subscribe(tx, deps, [userId], terms))
  await beginPeriods(deps, userId)
}

/**
 * Begins the next period of subscriptions whose period is over, with the plan as it was then: a new
 * price or interval holds from the next period on, and an archived plan is kept until there is a new
 * one. After a pause there are several, one after the other.
 * @param userId undefined for all users
 * @throws the first error of periods that could not begin, after all others did
 */
export async function beginPeriods(
  deps: MeteredDeps & Pick<Deps, 'log'>,
  userId?: string,
): Promise<void> {
  const snapshotAfter = chooseSnapshot(await findMeteredPlan(deps.db))
  await forEachDue(deps, {
    find: page => periods.findEndedPeriods(deps.db, deps.now().getTime(), page, userId),
    run: async (tx, ended) => {
      const groups = Map.groupBy(ended, each => `${each.interval} ${snapshotAfter(each)}`)
      for (const [first, ...more] of groups.values())
        if (first) await beginNext(tx, deps, [first, ...more], snapshotAfter(first))
    },
  })
}

type Ended = Awaited<ReturnType<typeof periods.findEndedPeriods>>[number]

/** @returns a function that returns the snapshot of the plan of the period after one that ended */
function chooseSnapshot(active: Plan | undefined): (ended: Ended) => string {
  if (!active) return ended => ended.plan_snapshot
  const snapshot = JSON.stringify(planSnapshot(active))
  return ended => (active.created_at <= ended.period_ends_at ? snapshot : ended.plan_snapshot)
}

/** Periods of a plan with another interval are counted from the end of the current one. */
async function beginNext(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  ended: readonly [Ended, ...Ended[]],
  plan_snapshot: string,
): Promise<void> {
  const { now, newId } = deps
  const { plan_id, interval } = readSnapshot(plan_snapshot)
  const keepsAnchor = ended[0].interval === interval
  const next = ended.map(({ id, anchor_at, period_ends_at, position }) => ({
    id: newId(),
    subscription_id: id,
    position: position + 1,
    starts_at: period_ends_at,
    ends_at: billingPeriodAt(keepsAnchor ? anchor_at : period_ends_at, interval, period_ends_at)
      .endsAt,
    state: 'open' as const,
    plan_snapshot,
  }))
  await insertPeriods(tx, next)
  const ids = ended.map(({ id }) => id)
  const change = { plan_id, plan_snapshot, updated_at: now().getTime() }
  const userIds = await periods.moveToNextPeriods(tx, ids, keepsAnchor, change)
  if (userIds.length === 0) return
  await lift(tx, userIds, 'spending_cap')
  const moved = new Set(userIds)
  const begun = ended.filter(each => moved.has(each.user_id))
  await notifyOfTerms(tx, deps, begun, plan_snapshot)
}

const readSnapshot = (text: string): PlanSnapshot => PlanSnapshot.parse(JSON.parse(text))

/** Returns what decides the price of use, as a text that can be compared. */
const termsIn = ({ currency, interval, tier_mode, meters }: PlanSnapshot): string =>
  JSON.stringify({ currency, interval, tier_mode, meters })

/** Notifies the users whose period that began has other terms than the one before. */
async function notifyOfTerms(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  ended: readonly Ended[],
  plan_snapshot: string,
): Promise<void> {
  const next = readSnapshot(plan_snapshot)
  const terms = termsIn(next)
  const changed = ended.filter(
    each =>
      each.plan_snapshot !== plan_snapshot && termsIn(readSnapshot(each.plan_snapshot)) !== terms,
  )
  for (const [endsAt, group] of Map.groupBy(changed, each => each.period_ends_at))
    await notify(
      tx,
      deps,
      group.map(each => each.user_id),
      {
        category: 'payment-alert',
        type: 'plan_terms_changed',
        // Metered periods are days in UTC.
        params: { plan: next.name, day: dayIn(endsAt, 'UTC') },
        action: TO_BILLING,
        email: 'same',
      },
    )
}
