import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'

/**
 * A removal marks rows, and on SQLite eight indexes of lists let go of them afterwards, some hundred
 * at a time. PostgreSQL writes every index of a changed row anew: there both are one.
 */
const isIndexDeferred = (db: Db): boolean => !hasRowLocks(db)

/** Among what a removal sets. */
export const trashedColumns = (db: Db): RawBuilder<unknown> =>
  isIndexDeferred(db) ? sql`` : sql`, is_unindexed = 1`

/** Among what a restoring sets, once `takeOut` has been called. */
export const restoredColumns = (db: Db): RawBuilder<unknown> =>
  isIndexDeferred(db) ? sql`` : sql`, is_unindexed = 0`

/**
 * Puts trashed items back into the lists' indexes; expects a restoring to follow. By itself, as a
 * statement that sets `is_unindexed` writes those indexes even where it stays as it was.
 * @param chosen a `with` clause, if any, and a condition
 */
export async function takeOut(
  db: Db,
  chosen: { with: RawBuilder<unknown>; where: RawBuilder<unknown> },
): Promise<void> {
  if (!isIndexDeferred(db)) return
  await sql`${chosen.with}
    update items set is_unindexed = 0 where is_unindexed = 1 and ${chosen.where}`.execute(db)
}

/**
 * Live items, by the indexes of the lists. While a removal is still to be put away there are trashed
 * rows in those, and each row is looked at; else the index says it all.
 */
export function isListed(db: Db, alias = 'items'): RawBuilder<SqlBool> {
  const isLive = sql<SqlBool>`${sql.ref(`${alias}.trashed_at`)} is null`
  if (!isIndexDeferred(db)) return isLive
  return sql<SqlBool>`${sql.ref(`${alias}.is_unindexed`)} = 0 and (
    not exists (
      select 1 from items as leaving where leaving.trashed_at is not null and leaving.is_unindexed = 0
    ) or ${isLive}
  )`
}

/** Lets the lists go of some trashed items, the first removed first. @returns how many */
export async function removeSomeFromIndexes(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update items set is_unindexed = 1 where id in (
      select id from items where trashed_at is not null and is_unindexed = 0
      order by trashed_at limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export async function hasPendingRemovals(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('items')
    .select('id')
    .where('trashed_at', 'is not', null)
    .where('is_unindexed', '=', sql.lit(0))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
