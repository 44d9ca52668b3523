import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'

export interface StorageRow {
  used_bytes: number
  capacity_bytes: number | null
  /** Null where the owner has no files. */
  category: ItemRow['category']
  bytes: number
}

/** The quota beside each kind of file that its owner has, in one query that an index answers alone. */
export const findStorage = (db: Db, userId: string): Promise<StorageRow[]> =>
  db
    .selectFrom('user_quotas')
    .leftJoin(
      db
        .selectFrom('items')
        .where('owner_id', '=', userId)
        .groupBy('category')
        .select(['category', sql<number>`cast(sum(size_bytes) as bigint)`.as('bytes')])
        .as('kinds'),
      join => join.onTrue(),
    )
    .where('user_id', '=', userId)
    .select(['used_bytes', 'capacity_bytes', 'kinds.category'])
    .select(sql<number>`coalesce(kinds.bytes, 0)`.as('bytes'))
    .execute()
