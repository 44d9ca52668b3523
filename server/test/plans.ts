import { randomUUID } from 'node:crypto'
import type { SubscriptionRow } from '../src/db/schema-subscriptions.ts'
import { planSnapshot, readPlan } from '../src/features/plans/index.ts'
import { fixedPlan } from './example-plans.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

export const PLANS = '/api/subscriptions/admin/plans'

/** Plans of an administrator, and what others make of them. */
export function plansOf(t: TestApp, admin: () => TestClient) {
  const create = async (more: object = {}) => {
    const { status, body } = await admin().send('POST', PLANS, fixedPlan(more))
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.data
  }
  return {
    create,
    read: async (id: string) => (await admin().send('GET', `${PLANS}/${id}`)).body.data,
    /** A subscription to the plan as it is now. */
    async subscribe(planId: string, more: Partial<SubscriptionRow> = {}) {
      const userId = more.user_id ?? (await t.signIn()).userId
      const plan = await readPlan(t.deps.db, planId)
      const snapshot = planSnapshot(plan)
      const at = t.deps.now().getTime()
      const row = {
        id: randomUUID(),
        user_id: userId,
        plan_id: planId,
        type: plan.type,
        gateway: 'system' as const,
        is_live: 1 as const,
        status: 'active' as const,
        payment_state: 'ok' as const,
        plan_snapshot: JSON.stringify(snapshot),
        amount: plan.amount,
        currency: plan.currency,
        anchor_at: at,
        period_starts_at: at,
        period_ends_at: at + 30 * 86_400_000,
        created_at: at,
        updated_at: at,
        ...more,
      }
      await t.deps.db.insertInto('subscriptions').values(row).execute()
      return row
    },
    async openCheckout(planId: string) {
      const { userId } = await t.signIn()
      const at = t.deps.now().getTime()
      const row = {
        id: randomUUID(),
        user_id: userId,
        purpose: 'subscribe' as const,
        plan_id: planId,
        amount: 1000,
        currency: 'EUR',
        gateway: 'stripe' as const,
        is_live: 0 as const,
        state: 'open' as const,
        created_at: at,
        expires_at: at + 86_400_000,
      }
      await t.deps.db.insertInto('checkouts').values(row).execute()
      return row.id
    },
  }
}

export const METERED = {
  type: 'metered',
  name: 'Pay as you go',
  currency: 'EUR',
  meters: [
    {
      key: 'storage',
      aggregate_strategy: 'maximum_usage',
      tiers: [
        { first_unit: 1, last_unit: 10, per_unit: 0, flat_fee: null },
        { first_unit: 11, last_unit: null, per_unit: '0.04', flat_fee: 250 },
      ],
    },
    { key: 'bandwidth', tiers: [{ last_unit: null, per_unit: '0.015' }] },
    { key: 'flatFee', tiers: [{ last_unit: null, per_unit: '3' }] },
  ],
}
