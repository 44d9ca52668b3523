import { LIVE_STATUSES } from '@coffer/contract/subscriptions'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'

/**
 * Users without a live subscription, in order of their ids; administrators are not billed, nor
 * accounts that are being deleted.
 */
export const findUnsubscribed = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('users')
    .leftJoin('subscriptions', join =>
      join
        .onRef('subscriptions.user_id', '=', 'users.id')
        .on('subscriptions.status', 'in', LIVE_STATUSES),
    )
    .select('users.id')
    .where('users.id', '>', after)
    .where('users.role', '=', 'user')
    .where('subscriptions.id', 'is', null)
    .where('users.id', 'not in', db.selectFrom('account_deletions').select('user_id'))
    .orderBy('users.id')
    .limit(limit)
    .execute()

/** @returns false if the user has a live subscription */
export async function insertSubscription(
  db: Db,
  row: Insertable<Schema['subscriptions']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('subscriptions')
    .values(row)
    .onConflict(oc =>
      // As written in the index: a parameter would not match it.
      oc.column('user_id').where(sql<boolean>`status in ('active', 'cancelled')`).doNothing(),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Live metered subscriptions whose period is over. */
export const findEndedPeriods = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('billing_periods', join =>
      join
        .onRef('billing_periods.subscription_id', '=', 'subscriptions.id')
        .onRef('billing_periods.starts_at', '=', 'subscriptions.period_starts_at'),
    )
    .select(['subscriptions.id', 'subscriptions.user_id', 'subscriptions.anchor_at'])
    .select(['billing_periods.position', 'billing_periods.starts_at'])
    .where('subscriptions.type', '=', 'metered')
    .where('subscriptions.status', 'in', LIVE_STATUSES)
    .where('subscriptions.renews_at', '<=', now)
    .orderBy('subscriptions.renews_at')
    .limit(limit)
    .execute()

/** @returns false if another process moved it on */
export async function moveToPeriod(
  db: Db,
  { id, from }: { id: string; from: number },
  period: { starts_at: number; ends_at: number; plan_id: string; plan_snapshot: string },
  updated_at: number,
): Promise<boolean> {
  const { starts_at, ends_at, ...plan } = period
  const { numUpdatedRows } = await db
    .updateTable('subscriptions')
    .set({ ...plan, period_starts_at: starts_at, period_ends_at: ends_at, renews_at: ends_at })
    .set({ updated_at })
    .where('id', '=', id)
    .where('period_starts_at', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const meteredPeriods = (db: Db) =>
  db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .selectAll('billing_periods')
    .select('subscriptions.user_id')
    .where('subscriptions.type', '=', 'metered')

/** @returns undefined also for a period of a fixed subscription */
export const findMeteredPeriod = (db: Db, id: string) =>
  meteredPeriods(db).where('billing_periods.id', '=', id).executeTakeFirst()

/** Periods that ended, and are not settled, the oldest first. */
export const findDuePeriods = (db: Db, endedBefore: number, limit: number) =>
  meteredPeriods(db)
    .where('billing_periods.state', '=', 'open')
    .where('billing_periods.ends_at', '<=', endedBefore)
    .orderBy('billing_periods.ends_at')
    .limit(limit)
    .execute()

export type DuePeriod = Awaited<ReturnType<typeof findDuePeriods>>[number]

/** All periods of a user that are not settled, the oldest first. */
export const findOpenPeriodsOf = (db: Db, userId: string): Promise<DuePeriod[]> =>
  meteredPeriods(db)
    .where('subscriptions.user_id', '=', userId)
    .where('billing_periods.state', '=', 'open')
    .orderBy('billing_periods.ends_at')
    .execute()

/** Settled periods with their invoices, in order of ids. */
export const findSettledPeriods = (db: Db, after: string, limit: number) =>
  meteredPeriods(db)
    .leftJoin('invoices', 'invoices.id', 'billing_periods.invoice_id')
    .select(['invoices.label', 'invoices.snapshot'])
    .where('billing_periods.state', '=', 'settled')
    .where('billing_periods.id', '>', after)
    .orderBy('billing_periods.id')
    .limit(limit)
    .execute()

/** @returns false if another process settled it */
export async function markSettled(db: Db, id: string, settled_at: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('billing_periods')
    .set({ state: 'settled', settled_at })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
