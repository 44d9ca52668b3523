import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** Active subscriptions and their prices, by currency and interval. */
export const sumSubscriptions = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select(['subscriptions.currency', 'plans.interval'])
    .select(eb => [
      eb.fn.countAll<number | string>().as('count'),
      eb.fn.sum<number | string | null>('subscriptions.amount').as('amount'),
    ])
    .where('subscriptions.status', '=', 'active')
    .groupBy(['subscriptions.currency', 'plans.interval'])
    .execute()

/** The number of payments that failed since a time, by currency. */
export const countFailedPayments = (db: Db, since: number) =>
  db
    .selectFrom('payments')
    .select(eb => ['currency', eb.fn.countAll<number | string>().as('count')])
    .where('state', '=', 'failed')
    .where('created_at', '>=', since)
    .groupBy('currency')
    .execute()

/**
 * What gateways received since a time, less what they paid out or withdrew, by currency. Money that came back,
 * as from a refund that failed, counts when it did.
 */
export const sumRevenue = (db: Db, since: number) =>
  db
    .selectFrom('transactions')
    .select('currency')
    .select(
      sql<number | string>`sum(case when type = 'withdrawal' then -amount else amount end)`.as(
        'amount',
      ),
    )
    .where('status', '=', 'completed')
    .where('created_at', '>=', since)
    // A balance pays with money that was received before, or that an administrator gave.
    .where('driver', '<>', 'system')
    .groupBy('currency')
    .execute()

const total = sql<number | string>`count(*)`.as('total')

export async function countOpenDifferences(db: Db): Promise<number> {
  const row = await db
    .selectFrom('billing_differences')
    .select(total)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

export async function countFailedEvents(db: Db): Promise<number> {
  const row = await db
    .selectFrom('gateway_events')
    .select(total)
    // As written in the index: a parameter would not match it.
    .where('state', '=', sql.lit('failed'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}
