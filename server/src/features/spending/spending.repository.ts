import { LIVE_STATUSES } from '@coffer/contract/subscriptions'
import type { Db } from '../../db/open.ts'

/** The notice of the charge at the end of a period. */
export const CHARGE_NOTICE = 'charge_notice'

export type FiringKind = 'alert' | 'cap_50' | 'cap_80' | 'cap_100' | typeof CHARGE_NOTICE

/** @param currency undefined for any */
export const findLimits = (db: Db, userId: string, currency: string | undefined) =>
  db
    .selectFrom('billing_alerts')
    .select(['alert_amount', 'cap_amount', 'currency'])
    .where('user_id', '=', userId)
    .$if(currency !== undefined, query => query.where('currency', '=', currency ?? ''))
    .executeTakeFirst()

/** Locks the subscription of a user, so that its next period begins before this transaction or after it. */
export async function lockMetered(tx: Db, userId: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set(eb => ({ sync_ticket: eb.ref('sync_ticket') }))
    .where('user_id', '=', userId)
    .where('type', '=', 'metered')
    .where('status', 'in', LIVE_STATUSES)
    .execute()
}

/** Users with an alert or a cap, after the given id. */
export const findLimitedUsers = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('billing_alerts')
    .selectAll()
    .where('user_id', '>', after)
    .where(eb => eb.or([eb('alert_amount', 'is not', null), eb('cap_amount', 'is not', null)]))
    .orderBy('user_id')
    .limit(limit)
    .execute()

/**
 * Deletes the limits that a user set when their plan had another currency.
 * @returns whether there were any
 */
export async function deleteForeignLimits(
  db: Db,
  userId: string,
  currency: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('billing_alerts')
    .where('user_id', '=', userId)
    .where('currency', '<>', currency)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Minor units; null removes the limit. */
export type LimitChange = { alert_amount: number | null } | { cap_amount: number | null }

/** Changes one of the limits that a user has set. */
export async function updateLimit(
  db: Db,
  { user_id, updated_at }: { user_id: string; updated_at: number },
  change: LimitChange,
): Promise<void> {
  await db
    .updateTable('billing_alerts')
    .set({ ...change, updated_at })
    .where('user_id', '=', user_id)
    .execute()
}

/** Writes one of the limits. Those of another currency end, because their amounts mean something else. */
export async function writeLimit(
  db: Db,
  row: { user_id: string; currency: string; updated_at: number },
  change: LimitChange,
): Promise<void> {
  await deleteForeignLimits(db, row.user_id, row.currency)
  await db
    .insertInto('billing_alerts')
    .values({ alert_amount: null, cap_amount: null, ...row, ...change })
    .onConflict(oc => oc.column('user_id').doUpdateSet({ ...change, ...row }))
    .execute()
}

/** @returns false if it was recorded for the period before */
export async function recordFiring(
  db: Db,
  firing: { user_id: string; period_id: string; kind: FiringKind; fired_at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('billing_alert_firings')
    .values(firing)
    .onConflict(oc => oc.columns(['user_id', 'period_id', 'kind']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Kinds of the firings in a period, by its id. */
export type Firings = ReadonlyMap<string, readonly string[]>

/** Returns the firings of users in some of their periods. */
export async function findFirings(
  db: Db,
  userIds: readonly string[],
  periodIds: readonly string[],
): Promise<Firings> {
  if (periodIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('billing_alert_firings')
    .select(['period_id', 'kind'])
    .where('user_id', 'in', userIds)
    .where('period_id', 'in', periodIds)
    .execute()
  return new Map(
    [...Map.groupBy(rows, row => row.period_id)].map(([id, fired]) => [
      id,
      fired.map(row => row.kind),
    ]),
  )
}

/** Lets kinds fire again in a period, as their amount changed. */
export async function forgetFirings(
  db: Db,
  userId: string,
  kinds: readonly FiringKind[],
): Promise<void> {
  await db
    .deleteFrom('billing_alert_firings')
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .execute()
}
