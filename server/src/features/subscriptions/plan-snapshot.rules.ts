import { PlanSnapshot } from '@coffer/contract/plans'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'

/** The plan as the subscription took it. */
export const snapshotOf = ({
  plan_snapshot,
}: Pick<SubscriptionRow, 'plan_snapshot'>): PlanSnapshot =>
  PlanSnapshot.parse(JSON.parse(plan_snapshot))
