import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'

/**
 * On SQLite, trashing only marks rows; a job removes them from the eight partial indexes of lists
 * later, a few hundred at a time. PostgreSQL rewrites every index of a changed row anyway and does
 * both at once.
 */
const isIndexDeferred = (db: Db): boolean => !hasRowLocks(db)

/** Columns to add to an update that trashes items. */
export const trashedColumns = (db: Db): RawBuilder<unknown> =>
  isIndexDeferred(db) ? sql`` : sql`, is_unindexed = 1`

/** Columns to add to an update that restores items, after `addToIndexes`. */
export const restoredColumns = (db: Db): RawBuilder<unknown> =>
  isIndexDeferred(db) ? sql`` : sql`, is_unindexed = 0`

/**
 * Adds trashed items to the list indexes again, before they are restored. It is a statement of its
 * own because setting `is_unindexed` rewrites those indexes even when the value stays the same.
 * @param ids a query of the ids of the items
 */
export async function addToIndexes(db: Db, ids: RawBuilder<unknown>): Promise<void> {
  if (!isIndexDeferred(db)) return
  await sql`update items set is_unindexed = 0
    where is_unindexed = 1 and id in (${ids})`.execute(db)
}

/**
 * Matches live items by the list indexes. The indexes hold trashed rows only while removals are
 * pending; only then is each row checked.
 */
export function isListed(db: Db, alias = 'items'): RawBuilder<SqlBool> {
  const isLive = sql<SqlBool>`${sql.ref(`${alias}.trashed_at`)} is null`
  if (!isIndexDeferred(db)) return isLive
  // With `or` SQLite evaluates the shorter side first, which reads each row behind the index.
  return sql<SqlBool>`${sql.ref(`${alias}.is_unindexed`)} = 0 and case when exists (
      select 1 from items as leaving where leaving.trashed_at is not null and leaving.is_unindexed = 0
    ) then ${isLive} else true end`
}

/** Removes some trashed items from the list indexes, oldest first. @returns how many */
export async function removeSomeFromIndexes(db: Db, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update items set is_unindexed = 1 where id in (
      select id from items where trashed_at is not null and is_unindexed = 0
      order by trashed_at limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Whether any trashed item is still in the list indexes. */
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
