import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'

/**
 * A removal marks rows, and on SQLite eight indexes of lists let go of them afterwards, some hundred
 * at a time. PostgreSQL writes every index of a changed row anew: there both are one.
 */
const isLater = (db: Db): boolean => !hasRowLocks(db)

/** Among what a removal sets. */
export const puttingAway = (db: Db): RawBuilder<unknown> =>
  isLater(db) ? sql`` : sql`, put_away = 1`

/** Among what a restoring sets, once `takeOut` has been called. */
export const takingOut = (db: Db): RawBuilder<unknown> =>
  isLater(db) ? sql`` : sql`, put_away = 0`

/**
 * Puts trashed items back into the lists' indexes; expects a restoring to follow. By itself, as a
 * statement that sets `put_away` writes those indexes even where it stays as it was.
 * @param chosen a `with` clause, if any, and a condition
 */
export async function takeOut(
  db: Db,
  chosen: { with: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<void> {
  if (!isLater(db)) return
  await sql`${chosen.with}
    update items set put_away = 0 where put_away = 1 and ${chosen.where}`.execute(db)
}

/**
 * Live items, by the indexes of the lists. While a removal is still to be put away there are trashed
 * rows in those, and each row is looked at; else the index says it all.
 */
export function isListed(db: Db, alias = 'items'): RawBuilder<SqlBool> {
  const isLive = sql<SqlBool>`${sql.ref(`${alias}.trashed_at`)} is null`
  if (!isLater(db)) return isLive
  return sql<SqlBool>`${sql.ref(`${alias}.put_away`)} = 0 and (
    not exists (
      select 1 from items as leaving where leaving.trashed_at is not null and leaving.put_away = 0
    ) or ${isLive}
  )`
}

/** Lets the lists go of some trashed items, the first removed first. @returns how many */
export async function putAwaySome(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update items set put_away = 1 where id in (
      select id from items where trashed_at is not null and put_away = 0
      order by trashed_at limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function isAnythingLeaving(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('items')
    .select('id')
    .where('trashed_at', 'is not', null)
    .where('put_away', '=', sql.lit(0))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
