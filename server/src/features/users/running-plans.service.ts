import type { ListedUser } from '@coffer/contract/admin-users'
import type { Deps } from '../../deps.ts'
import { findRunning } from '../subscriptions/index.ts'
import { estimatesOf } from '../usage/index.ts'

export type RunningPlans = ReadonlyMap<string, ListedUser['meta']>

/** Whether plans are sold; otherwise nothing of billing is shown. */
export const sellsPlans = async ({ settings }: Pick<Deps, 'settings'>): Promise<boolean> =>
  (await settings.read()).values.subscription_type !== 'none'

/**
 * Returns the running plans of users and what they cost, by user, in a fixed number of statements.
 * Users without a plan are left out.
 */
export async function readRunningPlans(
  { db }: Pick<Deps, 'db'>,
  userIds: readonly string[],
): Promise<RunningPlans> {
  if (userIds.length === 0) return new Map()
  const rows = await findRunning(db, userIds)
  const metered = rows.filter(({ type }) => type === 'metered').map(({ user_id }) => user_id)
  const estimates = metered.length > 0 ? await estimatesOf(db, metered) : new Map()
  return new Map(
    rows.map(({ user_id, plan_id: id, name, amount, currency }) => {
      const total: number | undefined = amount ?? estimates.get(user_id)?.total
      const cost = total === undefined ? null : { amount: total, currency }
      return [user_id, { plan: { id, name }, cost }]
    }),
  )
}
