import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'
import { ROWS_PER_STATEMENT } from '../../db/write-in-batches.ts'
import type { Count } from './items.repository.ts'

/** All live items of a folder except some, or only those that one call has placed there. */
export interface BulkFilter {
  folderId: string
  except: readonly string[]
  placedAt: number | null
}

export const excluding = (except: readonly string[]): RawBuilder<boolean> =>
  except.length === 0 ? sql`true` : sql`items.id not in (${sql.join(except)})`

/** Matches the items that a filter selects. */
export const inFolder = ({ folderId, except, placedAt }: BulkFilter): RawBuilder<boolean> =>
  sql<boolean>`(items.parent_id = ${folderId} and items.trashed_at is null and ${excluding(except)}
    ${placedAt === null ? sql`` : sql`and items.placed_at = ${placedAt}`})`

export const selectIds = (set: BulkFilter): RawBuilder<unknown> =>
  sql`select id from items where ${inFolder(set)}`

export async function countWhere(db: Db, condition: RawBuilder<boolean>): Promise<Count> {
  const { rows } = await sql<{ type: string; count: number }>`
    select type, count(*) as count from items where ${condition} group by type`.execute(db)
  const of = (type: string) => Number(rows.find(row => row.type === type)?.count ?? 0)
  return { folders: of('folder'), files: of('file') }
}

export const countIn = (db: Db, set: BulkFilter): Promise<Count> => countWhere(db, inFolder(set))

export type SelectedItem = Pick<ItemRow, 'id' | 'type' | 'name_key'>

/** Reads the selected items in pages, in the order of their names. */
export async function* findInPages(db: Db, set: BulkFilter): AsyncGenerator<SelectedItem[]> {
  for (let after = ''; ; ) {
    const { rows } = await sql<SelectedItem>`
      select items.id, items.type, items.name_key from items
      where ${inFolder(set)} and items.name_key > ${after}
      order by items.name_key limit ${ROWS_PER_STATEMENT}`.execute(db)
    const last = rows.at(-1)
    if (last) yield rows
    if (!last || rows.length < ROWS_PER_STATEMENT) return
    after = last.name_key
  }
}
