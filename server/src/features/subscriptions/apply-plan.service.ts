import type { Db } from '../../db/open.ts'
import { quotas } from '../quotas/index.ts'
import { capacityFor } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import * as subscriptions from './subscriptions.repository.ts'

/**
 * Sets the quota of a user to that of their live plan, or to the default without one. An account above
 * it keeps its files but can't add any. `features/teams` reads the limit of members from the live
 * subscription.
 */
export async function applyPlan(tx: Db, userId: string): Promise<void> {
  const live = await subscriptions.findLive(tx, userId)
  const bytes =
    live?.type === 'fixed' ? snapshotOf(live).storage_bytes : capacityFor(await readSettings(tx))
  await quotas.setCapacity(tx, userId, bytes)
}
