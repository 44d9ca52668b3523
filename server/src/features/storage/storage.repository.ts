import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'
import { favouriteOf, type ItemView, isListed, selectItemViews } from '../items/index.ts'

export interface StorageRow {
  used_bytes: number
  capacity_bytes: number | null
  reserved_bytes: number
  /** Null when the owner has no files. */
  category: ItemRow['category']
  bytes: number
  trashed_bytes: number
}

/** Returns quota and bytes of each category of the owner's files, in one query on a covering index. */
export const findStorage = (db: Db, userId: string): Promise<StorageRow[]> =>
  db
    .selectFrom('user_quotas')
    .leftJoin(
      db
        .selectFrom('items')
        .where('owner_id', '=', userId)
        .groupBy('category')
        .select(['category', sql<number>`cast(sum(size_bytes) as bigint)`.as('bytes')])
        .select(
          sql<number>`cast(sum(case when trashed_at is null then 0 else size_bytes end) as bigint)`.as(
            'trashed_bytes',
          ),
        )
        .as('kinds'),
      join => join.onTrue(),
    )
    .where('user_id', '=', userId)
    .select(['used_bytes', 'capacity_bytes', 'reserved_bytes', 'kinds.category'])
    .select(sql<number>`coalesce(kinds.bytes, 0)`.as('bytes'))
    .select(sql<number>`coalesce(kinds.trashed_bytes, 0)`.as('trashed_bytes'))
    .execute()

/** Returns the user's largest files, including the trash. Uses a size index for each part. */
export function findLargest(db: Db, userId: string, limit: number): Promise<ItemView[]> {
  const ofOwner = db
    .selectFrom('items')
    .select('id')
    .where('owner_id', '=', userId)
    .where('type', '=', 'file')
    .orderBy('size_bytes', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const live = ofOwner.where(isListed(db)).as('live')
  const trashed = ofOwner.where('trashed_at', 'is not', null).as('trashed')
  const both = db
    .selectFrom(live)
    .select('live.id')
    .unionAll(db.selectFrom(trashed).select('trashed.id'))
  return selectItemViews(db, userId)
    .select(favouriteOf(userId))
    .where('items.id', 'in', both)
    .orderBy('items.size_bytes', 'desc')
    .orderBy('items.id', 'desc')
    .limit(limit)
    .execute()
}
