import { addIntervals, type Interval, startOfUtcDay } from '@coffer/contract/billing-periods'
import type { PlanMeter, TierMode } from '@coffer/contract/rating'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** A cent per GB at most at once, two euros per member above three, a flat fee of a euro. */
const EXAMPLE_METERS: PlanMeter[] = [
  {
    key: 'storage',
    aggregate: 'maximum',
    tiers: [{ up_to: null, unit_amount: '0.01', flat_amount: 0 }],
  },
  {
    key: 'member',
    aggregate: 'maximum',
    tiers: [
      { up_to: 3, unit_amount: '0', flat_amount: 0 },
      { up_to: null, unit_amount: '2', flat_amount: 0 },
    ],
  },
  {
    key: 'flatFee',
    aggregate: 'maximum',
    tiers: [{ up_to: null, unit_amount: '1', flat_amount: 0 }],
  },
]

interface MeteredOptions {
  tier_mode?: TierMode
  /** One metered plan at most is active; others keep their subscribers. */
  status?: 'active' | 'archived'
  interval?: Interval
  currency?: string
  createdAt?: number
}

/** Inserts a metered plan without its calls, which are tested on their own. */
export async function insertMeteredPlan(
  { deps }: TestApp,
  meters = EXAMPLE_METERS,
  {
    tier_mode = 'graduated',
    status = 'active',
    interval = 'month',
    currency = 'EUR',
    createdAt = 0,
  }: MeteredOptions = {},
) {
  const id = deps.newId()
  await deps.db
    .insertInto('plans')
    .values({
      id,
      type: 'metered',
      status,
      is_visible: 1,
      name: 'Pay as you go',
      description: '',
      currency,
      interval,
      amount: null,
      storage_bytes: null,
      max_team_members: null,
      tier_mode,
      replaces_id: null,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute()
  for (const [position, { key, aggregate, tiers }] of meters.entries()) {
    const meter = deps.newId()
    await deps.db
      .insertInto('plan_meters')
      .values({ id: meter, plan_id: id, key, aggregate, position })
      .execute()
    await deps.db
      .insertInto('plan_tiers')
      .values(tiers.map((tier, index) => ({ ...tier, meter_id: meter, position: index })))
      .execute()
  }
  return {
    id,
    interval,
    currency,
    snapshot: JSON.stringify({
      plan_id: id,
      type: 'metered',
      name: 'Pay as you go',
      interval,
      amount: null,
      storage_bytes: null,
      max_team_members: null,
      currency,
      tier_mode,
      meters,
    }),
  }
}

export type MeteredPlan = Awaited<ReturnType<typeof insertMeteredPlan>>

/** Archives the active metered plan, and inserts one in its place. */
export async function replaceMeteredPlan(
  t: TestApp,
  meters?: PlanMeter[],
  options?: MeteredOptions,
): Promise<MeteredPlan> {
  await t.deps.db
    .updateTable('plans')
    .set({ status: 'archived' })
    .where('type', '=', 'metered')
    .execute()
  return insertMeteredPlan(t, meters, options)
}

/** Gives a user a metered subscription that began at a time. */
export async function subscribeMetered(
  { deps }: TestApp,
  { userId }: TestClient,
  plan: MeteredPlan,
  createdAt: number,
): Promise<{ subscriptionId: string; periodId: string }> {
  const subscriptionId = deps.newId()
  const periodId = deps.newId()
  const starts_at = startOfUtcDay(createdAt)
  const ends_at = addIntervals(starts_at, plan.interval, 1)
  await deps.db
    .insertInto('subscriptions')
    .values({
      id: subscriptionId,
      user_id: userId,
      plan_id: plan.id,
      type: 'metered',
      gateway: 'system',
      is_live: 0,
      status: 'active',
      payment_state: 'ok',
      plan_snapshot: plan.snapshot,
      currency: plan.currency,
      anchor_at: starts_at,
      period_starts_at: starts_at,
      period_ends_at: ends_at,
      renews_at: ends_at,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute()
  await deps.db
    .insertInto('billing_periods')
    .values({
      id: periodId,
      subscription_id: subscriptionId,
      position: 0,
      starts_at,
      ends_at,
      state: 'open',
      plan_snapshot: plan.snapshot,
    })
    .execute()
  return { subscriptionId, periodId }
}

export const useStorage = ({ deps }: TestApp, { userId }: TestClient, bytes: number) =>
  deps.db
    .updateTable('user_quotas')
    .set({ used_bytes: bytes })
    .where('user_id', '=', userId)
    .execute()
