import type { Db } from '../../db/open.ts'
import { pagesOf } from '../../db/pages.ts'
import type { Deps } from '../../deps.ts'
import { quotas } from '../quotas/index.ts'
import { capacityFor } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { snapshotOf } from './plan-snapshot.rules.ts'
import * as subscriptions from './subscriptions.repository.ts'

/**
 * Sets the quotas of users to those of their live fixed plans, or to the default of the subscription
 * type without one. An account above it keeps its files but can't add any. `features/teams` reads the
 * limit of members from the live subscription.
 */
async function applyPlans(tx: Db, userIds: readonly string[]): Promise<void> {
  // Locked first, so that a concurrent change of a plan is either read here or applied afterwards.
  await quotas.lockOwners(tx, userIds)
  const defaultBytes = capacityFor(await readSettings(tx))
  const fixed = await subscriptions.findLiveFixed(tx, userIds)
  const planBytes = new Map(fixed.map(row => [row.user_id, snapshotOf(row).storage_bytes]))
  const bytesOf = (id: string) => {
    const bytes = planBytes.get(id)
    return bytes === undefined ? defaultBytes : bytes
  }
  for (const [bytes, ids] of Map.groupBy(userIds, bytesOf))
    await quotas.setPlanCapacity(tx, ids, bytes)
}

/** Few, because a transaction holds the locks of their uploads. */
const WINDOW_USERS = 100

/**
 * Applies the plans of all users without a limit of their own, in transactions of some users each.
 * May run again, and several times at once.
 */
export async function applyAllPlans(
  { db, transact }: Pick<Deps, 'db' | 'transact'>,
  { limit = WINDOW_USERS, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<void> {
  for await (const users of pagesOf(page => quotas.findFollowingPlans(db, page), limit)) {
    signal?.throwIfAborted()
    const ids = users.map(({ id }) => id)
    await transact(tx => applyPlans(tx, ids))
  }
}

export const applyPlan = (tx: Db, userId: string): Promise<void> => applyPlans(tx, [userId])
