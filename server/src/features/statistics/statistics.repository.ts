import { sql } from 'kysely'
import type { DatabaseKind, Db } from '../../db/open.ts'

export async function findStatistic(db: Db, name: string) {
  return db.selectFrom('statistics').selectAll().where('name', '=', name).executeTakeFirst()
}

export async function upsertStatistic(
  db: Db,
  name: string,
  value: string,
  computed_at: number,
): Promise<void> {
  await db
    .insertInto('statistics')
    .values({ name, value, computed_at })
    .onConflict(oc => oc.column('name').doUpdateSet({ value, computed_at }))
    .execute()
}

const asNumber = (value: number | string | null): number => Number(value ?? 0)

export async function countUsers(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return asNumber(total)
}

/** Counts the users created on each day since a time, by day in UTC (`YYYY-MM-DD`). */
export async function countUsersByDay(
  db: Db,
  databaseKind: DatabaseKind,
  since: string,
): Promise<Map<string, number>> {
  const day =
    databaseKind === 'postgres'
      ? sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`
      : sql<string>`substr(created_at, 1, 10)`
  const rows = await db
    .selectFrom('users')
    .select([day.as('day')])
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('created_at', '>=', since as never)
    .groupBy(day)
    .execute()
  return new Map(rows.map(row => [row.day, asNumber(row.total)]))
}

export interface DayTotal {
  day: string
  upload_bytes: number
  download_bytes: number
  is_final: 0 | 1
}

export const findDayTotals = (db: Db, since: string): Promise<DayTotal[]> =>
  db.selectFrom('traffic_totals').selectAll().where('day', '>=', since).orderBy('day').execute()

/** Sums the traffic of all users on each of the days since one. */
export async function sumTraffic(db: Db, since: string): Promise<Omit<DayTotal, 'is_final'>[]> {
  const rows = await db
    .selectFrom('traffic')
    .select('day')
    .select(eb => [
      eb.fn.sum<number>('upload_bytes').as('upload_bytes'),
      eb.fn.sum<number>('download_bytes').as('download_bytes'),
    ])
    .where('day', '>=', since)
    .groupBy('day')
    .execute()
  return rows.map(({ day, upload_bytes, download_bytes }) => ({
    day,
    upload_bytes: asNumber(upload_bytes),
    download_bytes: asNumber(download_bytes),
  }))
}

export async function upsertDayTotals(db: Db, totals: readonly DayTotal[]): Promise<void> {
  await db
    .insertInto('traffic_totals')
    .values([...totals])
    .onConflict(oc =>
      oc.column('day').doUpdateSet(eb => ({
        upload_bytes: eb.ref('excluded.upload_bytes'),
        download_bytes: eb.ref('excluded.download_bytes'),
        is_final: eb.ref('excluded.is_final'),
      })),
    )
    .execute()
}
