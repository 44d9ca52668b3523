import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { isListed } from './trash-indexes.repository.ts'

/**
 * A recursive table `below(id)` of a folder and the folders below it. For the trash it includes
 * trashed ones and live ones, because trashed items may lie below live folders. `cross join` fixes
 * the join order: SQLite would read all folders once per folder.
 */
export function foldersBelow(db: Db, top: string, isTrashed = false): RawBuilder<unknown> {
  const condition = isTrashed ? sql`` : sql`and ${isListed(db)}`
  return sql`below(id) as (
    select id from items where id = ${top} ${condition}
    union all
    select items.id from below cross join items
    where items.parent_id = below.id and items.type = 'folder' ${condition}
  )`
}
