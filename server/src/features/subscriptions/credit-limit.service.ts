import { DAY_MS } from '@coffer/contract/billing-periods'
import type { Db } from '../../db/open.ts'
import type { SubscriptionRow } from '../../db/schema-subscriptions.ts'
import { findKept } from '../payments/index.ts'

/** PayPal may charge some hours before a period begins. */
const EARLY_MS = DAY_MS

/**
 * Returns the most that a change of plan may credit, in minor units: what is left of the running period's
 * payments once some of it was refunded, so that the same time is not returned twice. Without a refund
 * there is no limit, as the unused time of an earlier plan may have paid the period.
 */
export async function creditLimitOf(
  db: Db,
  { user_id: userId, currency, period_starts_at: startsAt }: SubscriptionRow,
): Promise<number> {
  const since = startsAt - EARLY_MS
  const { kept, refunded } = await findKept(db, { userId, currency, since })
  return refunded > 0 ? kept : Number.POSITIVE_INFINITY
}
