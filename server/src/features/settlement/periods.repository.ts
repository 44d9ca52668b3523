import { LIVE_STATUSES } from '@coffer/contract/subscriptions'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { administrators, unbilledUsers } from '../subscriptions/index.ts'

/**
 * Users without a live subscription, in order of their ids, except those who are never billed, and
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
    .where('users.id', 'not in', unbilledUsers(db))
    .where('subscriptions.id', 'is', null)
    .where('users.id', 'not in', db.selectFrom('account_deletions').select('user_id'))
    .orderBy('users.id')
    .limit(limit)
    .execute()

/** The ids of live metered subscriptions of administrators. */
export const findOfAdministrators = (db: Db, { except, limit }: Page) =>
  db
    .selectFrom('subscriptions')
    .select('id')
    .where('type', '=', 'metered')
    .where('status', 'in', LIVE_STATUSES)
    .where('user_id', 'in', administrators(db))
    .$if(except.length > 0, query => query.where('id', 'not in', except))
    .limit(limit)
    .execute()

/** @returns the ids of the inserted ones; a user who has a live subscription gets none */
export async function insertSubscriptions(
  db: Db,
  rows: readonly Insertable<Schema['subscriptions']>[],
): Promise<ReadonlySet<string>> {
  const inserted = await db
    .insertInto('subscriptions')
    .values(rows)
    .onConflict(oc =>
      // As written in the index: a parameter would not match it.
      oc.column('user_id').where(sql<boolean>`status in ('active', 'cancelled')`).doNothing(),
    )
    .returning('id')
    .execute()
  return new Set(inserted.map(({ id }) => id))
}

/** The first rows that are due. */
export interface Page {
  /** Ids that are left out. */
  except: readonly string[]
  limit: number
}

/**
 * Live metered subscriptions whose period is over, with the interval of their plan.
 * @param userId undefined for those of all users
 */
export const findEndedPeriods = (
  db: Db,
  now: number,
  { except, limit }: Page,
  userId: string | undefined,
) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .innerJoin('billing_periods', join =>
      join
        .onRef('billing_periods.subscription_id', '=', 'subscriptions.id')
        .onRef('billing_periods.starts_at', '=', 'subscriptions.period_starts_at'),
    )
    .select(['subscriptions.id', 'subscriptions.user_id'])
    .select(['subscriptions.anchor_at', 'subscriptions.period_ends_at'])
    .select(['subscriptions.plan_snapshot', 'plans.interval', 'billing_periods.position'])
    .where('subscriptions.type', '=', 'metered')
    .where('subscriptions.status', 'in', LIVE_STATUSES)
    .where('subscriptions.renews_at', '<=', now)
    .$if(userId !== undefined, query => query.where('subscriptions.user_id', '=', userId ?? ''))
    .$if(except.length > 0, query => query.where('subscriptions.id', 'not in', except))
    .orderBy('subscriptions.renews_at')
    .limit(limit)
    .execute()

/**
 * Moves subscriptions on to the period after their current one.
 * @param keepsAnchor false if later periods are counted from the start of the next one
 * @returns the ids of their users, without those that another process moved on
 */
export async function moveToNextPeriods(
  db: Db,
  ids: readonly string[],
  keepsAnchor: boolean,
  change: { plan_id: string; plan_snapshot: string; updated_at: number },
): Promise<string[]> {
  const moved = await db
    .updateTable('subscriptions')
    .from('billing_periods as next')
    .whereRef('next.subscription_id', '=', 'subscriptions.id')
    .whereRef('next.starts_at', '>', 'subscriptions.period_starts_at')
    .where('subscriptions.id', 'in', ids)
    .set(change)
    .set(eb => ({
      anchor_at: eb.ref(keepsAnchor ? 'subscriptions.anchor_at' : 'next.starts_at'),
      period_starts_at: eb.ref('next.starts_at'),
      period_ends_at: eb.ref('next.ends_at'),
      renews_at: eb.ref('next.ends_at'),
    }))
    .returning('subscriptions.user_id')
    .execute()
  return moved.map(row => row.user_id)
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
export const findDuePeriods = (db: Db, endedBefore: number, { except, limit }: Page) =>
  meteredPeriods(db)
    // As written in the index: a parameter would not match it.
    .where('billing_periods.state', '=', sql.lit('open'))
    .where('billing_periods.ends_at', '<=', endedBefore)
    .$if(except.length > 0, query => query.where('billing_periods.id', 'not in', except))
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

/** @returns the ids of those that no other process has settled */
export async function markSettled(
  db: Db,
  ids: readonly string[],
  settled_at: number,
): Promise<ReadonlySet<string>> {
  const settled = await db
    .updateTable('billing_periods')
    .set({ state: 'settled', settled_at })
    .where('id', 'in', ids)
    .where('state', '=', 'open')
    .returning('id')
    .execute()
  return new Set(settled.map(({ id }) => id))
}

/** Stores the invoices of periods with them. */
export async function linkInvoices(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('billing_periods')
    .set(eb => ({
      invoice_id: eb
        .selectFrom('invoices')
        .select('invoices.id')
        .whereRef('invoices.period_id', '=', 'billing_periods.id')
        // As written in the index: a parameter would not match it.
        .where('invoices.kind', '=', sql.lit('invoice')),
    }))
    .where('id', 'in', ids)
    .execute()
}
