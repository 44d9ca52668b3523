import { DAY_MS, HOUR_MS } from '@coffer/contract/durations'
import { LIVE_STATUSES } from '@coffer/contract/subscriptions'
import { sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'
import { countedEmails } from '../teams/index.ts'
import { hourOf, type MeteredDay } from './usage.rules.ts'

/** Users whose usage is billed: those with a live metered subscription. */
const meteredSubscriptions = (db: Db) =>
  db
    .selectFrom('subscriptions')
    .where('subscriptions.type', '=', 'metered')
    .where('subscriptions.status', 'in', LIVE_STATUSES)

/** The last day with a row of a meter, from the end of the index. */
export async function findLastDay(
  db: Db,
  meter: 'storage' | 'bandwidth',
): Promise<string | undefined> {
  const row = await db
    .selectFrom('usage_days')
    .select('day')
    .where('meter', '=', meter)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.day
}

/** The last hour that was metered for any user. */
export async function findLastHour(db: Db): Promise<number | undefined> {
  const day = await findLastDay(db, 'storage')
  if (day === undefined) return undefined
  const row = await db
    .selectFrom('usage_days')
    .select(eb => eb.fn.max('last_hour').as('last_hour'))
    .where('meter', '=', 'storage')
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.last_hour ?? undefined
}

/** The hour in which the first metered subscription began. */
export async function findFirstHour(db: Db): Promise<number | undefined> {
  const row = await meteredSubscriptions(db)
    .select(eb => eb.fn.min('created_at').as('created_at'))
    .executeTakeFirst()
  return row?.created_at == null ? undefined : hourOf(row.created_at)
}

/** Queries of the current level of each owner, in the unit of the meter: kB or persons. */
const LEVELS = {
  storage: (db: Db) =>
    meteredSubscriptions(db)
      .innerJoin('user_quotas', 'user_quotas.user_id', 'subscriptions.user_id')
      .select(['subscriptions.user_id', 'subscriptions.created_at'])
      .select(sql<number>`user_quotas.used_bytes / 1000`.as('level')),
  member: (db: Db) => {
    const owners = meteredSubscriptions(db).select('subscriptions.user_id as owner_id')
    return meteredSubscriptions(db)
      .leftJoin(countedEmails(db, owners).as('counted'), join =>
        join.onRef('counted.owner_id', '=', 'subscriptions.user_id'),
      )
      .select(['subscriptions.user_id', 'subscriptions.created_at'])
      .select(eb => eb.fn.count<number>('counted.email').as('level'))
      .groupBy(['subscriptions.user_id', 'subscriptions.created_at'])
  },
}

/**
 * Adds the hours of a day up to `lastHour` for all owners in one statement. Hours that were metered
 * before are not added again; missed ones get the level found now.
 */
export async function meterLevels(
  db: Db,
  meter: keyof typeof LEVELS,
  { day, firstHour, lastHour }: MeteredDay,
): Promise<void> {
  const began = sql<number>`(found.created_at / 3600000)`
  const first = sql`case when ${began} > ${firstHour} then ${began} else ${firstHour} end`
  const hours = sql<number>`cast(${lastHour} + 1 - ${first} as bigint)`
  await db
    .insertInto('usage_days')
    .columns(['user_id', 'meter', 'day', 'quantity', 'peak', 'last', 'hours', 'last_hour'])
    .expression(
      db
        .selectFrom(LEVELS[meter](db).as('found'))
        .select([
          'found.user_id',
          sql<string>`cast(${meter} as text)`.as('meter'),
          sql<string>`cast(${day} as text)`.as('day'),
          sql<number>`found.level * ${hours}`.as('quantity'),
          'found.level as peak',
          'found.level as last',
          hours.as('hours'),
          sql<number>`cast(${lastHour} as bigint)`.as('last_hour'),
        ])
        .where(began, '<=', lastHour),
    )
    .onConflict(oc =>
      oc
        .columns(['user_id', 'meter', 'day'])
        .doUpdateSet({
          quantity: sql<number>`usage_days.quantity
            + excluded.last * (excluded.last_hour - usage_days.last_hour)`,
          peak: sql<number>`case when excluded.peak > usage_days.peak
            then excluded.peak else usage_days.peak end`,
          last: sql<number>`excluded.last`,
          hours: sql<number>`usage_days.hours + excluded.last_hour - usage_days.last_hour`,
          last_hour: sql<number>`excluded.last_hour`,
        })
        .whereRef('usage_days.last_hour', '<', 'excluded.last_hour'),
    )
    .execute()
}

/** The start of a day of a column, in milliseconds. */
const startOfDay = (db: Db, column: 'traffic.day' | 'usage_days.day') =>
  hasRowLocks(db)
    ? sql<number>`cast(extract(epoch from cast(${sql.ref(column)} || 'T00:00Z' as timestamptz)) * 1000 as bigint)`
    : sql<number>`(unixepoch(${sql.ref(column)}) * 1000)`

/** When a user was created, in milliseconds. */
const userCreatedAt = (db: Db) =>
  hasRowLocks(db)
    ? sql<number>`cast(extract(epoch from users.created_at) * 1000 as bigint)`
    : sql<number>`(unixepoch(users.created_at) * 1000)`

/** New users are subscribed by an hourly job, which may be late. */
const NEW_USER_MS = 2 * HOUR_MS

/**
 * Traffic of days. It is recorded by day, so that of the day on which a metered subscription began is left out,
 * as it may be older than the subscription; not for users who were new then.
 */
const meteredTraffic = (db: Db, { from, before }: DayRange) =>
  db
    .selectFrom('traffic')
    .where('traffic.day', '>=', from)
    .where('traffic.day', '<', before)
    .where(({ not, exists }) =>
      not(
        exists(
          db
            .selectFrom('subscriptions')
            .innerJoin('users', 'users.id', 'subscriptions.user_id')
            .select('subscriptions.id')
            .whereRef('subscriptions.user_id', '=', sql.ref('traffic.user_id'))
            .where('subscriptions.type', '=', 'metered')
            .where('subscriptions.created_at', '>', startOfDay(db, 'traffic.day'))
            .where(
              'subscriptions.created_at',
              '<',
              sql<number>`${startOfDay(db, 'traffic.day')} + ${sql.lit(DAY_MS)}`,
            )
            .where(
              userCreatedAt(db),
              '<',
              sql<number>`subscriptions.created_at - ${sql.lit(NEW_USER_MS)}`,
            ),
        ),
      ),
    )

/**
 * Copies the traffic of days that are over, in one statement. A day that was copied too early, by a clock that
 * was ahead, is copied again until its period is settled.
 */
export async function sealBandwidth(db: Db, range: DayRange): Promise<void> {
  await db
    .insertInto('usage_days')
    .columns(['user_id', 'meter', 'day', 'quantity', 'peak', 'last', 'hours', 'last_hour'])
    .expression(
      db
        .selectFrom(meteredTraffic(db, range).selectAll('traffic').as('traffic'))
        .where('user_id', 'in', meteredSubscriptions(db).select('subscriptions.user_id'))
        .select([
          'user_id',
          sql<string>`'bandwidth'`.as('meter'),
          'day',
          sql<number>`upload_bytes + download_bytes`.as('quantity'),
          sql<number>`upload_bytes + download_bytes`.as('peak'),
          sql<number>`upload_bytes + download_bytes`.as('last'),
          sql<number>`24`.as('hours'),
          sql<number>`0`.as('last_hour'),
        ]),
    )
    .onConflict(oc =>
      oc
        .columns(['user_id', 'meter', 'day'])
        .doUpdateSet({
          quantity: sql<number>`excluded.quantity`,
          peak: sql<number>`excluded.peak`,
          last: sql<number>`excluded.last`,
        })
        .whereRef('usage_days.quantity', '<', 'excluded.quantity')
        .where(({ not, exists }) => not(exists(settledPeriods(db)))),
    )
    .execute()
}

/** Settled periods that a recorded day of a user belongs to. */
const settledPeriods = (db: Db) =>
  db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .select('billing_periods.id')
    .where('subscriptions.user_id', '=', sql<string>`usage_days.user_id`)
    .where('billing_periods.state', '=', 'settled')
    .where('billing_periods.starts_at', '<=', startOfDay(db, 'usage_days.day'))
    .where('billing_periods.ends_at', '>', startOfDay(db, 'usage_days.day'))

/** Days as `YYYY-MM-DD` in UTC; `before` is not part of it. */
export interface DayRange {
  from: string
  before: string
}

/** The recorded days of users; bandwidth only of sealed days. */
export const findUsageOf = (db: Db, userIds: readonly string[], { from, before }: DayRange) =>
  db
    .selectFrom('usage_days')
    .select(['user_id', 'meter', 'day', 'quantity', 'peak', 'last'])
    .where('user_id', 'in', userIds)
    .where('day', '>=', from)
    .where('day', '<', before)
    .orderBy('day')
    .execute()

/** Traffic of days that are not sealed yet, as usage. */
export const findUnsealedTraffic = (db: Db, userIds: readonly string[], range: DayRange) =>
  meteredTraffic(db, range)
    .leftJoin('usage_days', join =>
      join
        .onRef('usage_days.user_id', '=', 'traffic.user_id')
        .onRef('usage_days.day', '=', 'traffic.day')
        .on('usage_days.meter', '=', 'bandwidth'),
    )
    .select(['traffic.user_id', 'traffic.day', sql<string>`'bandwidth'`.as('meter')])
    .select([
      sql<number>`upload_bytes + download_bytes`.as('quantity'),
      sql<number>`upload_bytes + download_bytes`.as('peak'),
      sql<number>`upload_bytes + download_bytes`.as('last'),
    ])
    .where('traffic.user_id', 'in', userIds)
    .where('usage_days.user_id', 'is', null)
    .execute()

/** The current periods of users' metered subscriptions, without those that are settled. */
export const findOpenPeriods = (db: Db, userIds: readonly string[]) =>
  userIds.length === 0
    ? Promise.resolve([])
    : meteredSubscriptions(db)
        .innerJoin('billing_periods', join =>
          join
            .onRef('billing_periods.subscription_id', '=', 'subscriptions.id')
            .onRef('billing_periods.starts_at', '=', 'subscriptions.period_starts_at')
            .on('billing_periods.state', '=', 'open'),
        )
        .select(['subscriptions.user_id', 'billing_periods.id', 'billing_periods.starts_at'])
        .select(['billing_periods.ends_at', 'billing_periods.full_ends_at'])
        .select('billing_periods.plan_snapshot')
        .where('subscriptions.user_id', 'in', userIds)
        .execute()
