import { billingPeriod, billingPeriodAt, startOfUtcDay } from '@coffer/contract/billing-periods'
import type { PlanSnapshot } from '@coffer/contract/plans'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { grantCredit } from '../invoices/index.ts'
import { findActiveMetered, planSnapshot, readPlan } from '../plans/index.ts'
import { lift } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { insertPeriod } from '../subscriptions/index.ts'
import * as periods from './periods.repository.ts'

type MeteredDeps = Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'newId'>

const BATCH = 500

/** The plan of all metered users; undefined if no metered plan is active. */
async function findMeteredPlan(db: Db): Promise<PlanSnapshot | undefined> {
  const plan = await findActiveMetered(db)
  return plan && planSnapshot(await readPlan(db, plan.id))
}

/**
 * Subscribes a user to metered use from now on, with the bonus for new accounts; nothing happens if
 * they have a subscription.
 */
async function subscribe(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  { userId, plan, bonus }: { userId: string; plan: PlanSnapshot; bonus: number },
): Promise<void> {
  const { now, newId } = deps
  const at = now().getTime()
  const anchor = startOfUtcDay(at)
  const { startsAt, endsAt } = billingPeriodAt(anchor, plan.interval, at)
  const id = newId()
  const plan_snapshot = JSON.stringify(plan)
  const isNew = await periods.insertSubscription(tx, {
    id,
    user_id: userId,
    plan_id: plan.plan_id,
    type: 'metered',
    gateway: 'system',
    is_live: 1,
    status: 'active',
    payment_state: 'ok',
    plan_snapshot,
    currency: plan.currency,
    anchor_at: anchor,
    period_starts_at: startsAt,
    period_ends_at: endsAt,
    renews_at: endsAt,
    created_at: at,
    updated_at: at,
  })
  if (!isNew) return
  await insertPeriod(tx, {
    id: newId(),
    subscription_id: id,
    position: 0,
    starts_at: startsAt,
    ends_at: endsAt,
    state: 'open',
    plan_snapshot,
  })
  if (bonus === 0) return
  await grantCredit(tx, deps, {
    id: `registration:${userId}`,
    userId,
    amount: bonus,
    currency: plan.currency,
    note: 'registration_bonus',
  })
}

/** The plan and the bonus of new metered subscriptions; undefined where none begin. */
async function termsOf(db: Db): Promise<{ plan: PlanSnapshot; bonus: number } | undefined> {
  const settings = await readSettings(db)
  const plan = await findMeteredPlan(db)
  if (settings.subscription_type !== 'metered' || !plan) return undefined
  return { plan, bonus: settings.registration_bonus }
}

/** Gives every user a metered subscription; those who sign up later get one at the next run. */
export async function subscribeEveryone(deps: MeteredDeps): Promise<void> {
  const terms = await termsOf(deps.db)
  if (!terms) return
  for (let after = ''; ; ) {
    const users = await periods.findUnsubscribed(deps.db, after, BATCH)
    const last = users.at(-1)
    if (!last) return
    after = last.id
    await deps.transact(async tx => {
      for (const { id: userId } of users) await subscribe(tx, deps, { userId, ...terms })
    })
  }
}

/** Gives a user a metered subscription at once, as when they open their billing page. */
export async function subscribeUser(
  deps: MeteredDeps,
  { userId, role }: Pick<UserActor, 'userId' | 'role'>,
): Promise<void> {
  const terms = role === 'user' ? await termsOf(deps.db) : undefined
  if (terms) await deps.transact(tx => subscribe(tx, deps, { userId, ...terms }))
}

/**
 * Begins the next period of subscriptions whose period is over, with the plan as it is now: a new
 * price holds from the next period on. After a pause there are several, one after the other.
 */
export async function beginPeriods(deps: MeteredDeps): Promise<void> {
  const plan = await findMeteredPlan(deps.db)
  if (!plan) return
  for (;;) {
    const ended = await periods.findEndedPeriods(deps.db, deps.now().getTime(), BATCH)
    if (ended.length === 0) return
    for (const subscription of ended)
      await deps.transact(tx => beginPeriod(tx, deps, subscription, plan))
  }
}

type Ended = Awaited<ReturnType<typeof periods.findEndedPeriods>>[number]

async function beginPeriod(
  tx: Db,
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  { id, user_id, anchor_at, position, starts_at: from }: Ended,
  plan: PlanSnapshot,
): Promise<void> {
  const { startsAt: starts_at, endsAt: ends_at } = billingPeriod(
    anchor_at,
    plan.interval,
    position + 1,
  )
  const snapshot = { plan_id: plan.plan_id, plan_snapshot: JSON.stringify(plan) }
  const next = { starts_at, ends_at, ...snapshot }
  if (!(await periods.moveToPeriod(tx, { id, from }, next, now().getTime()))) return
  await insertPeriod(tx, {
    id: newId(),
    subscription_id: id,
    position: position + 1,
    starts_at,
    ends_at,
    state: 'open',
    plan_snapshot: snapshot.plan_snapshot,
  })
  await lift(tx, user_id, 'spending_cap')
}
