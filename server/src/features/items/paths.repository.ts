import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** A name that is looked for: in a folder, or in what was found for another one. */
export interface WantedName {
  index: number
  name_key: string
  place: { folder_id: string } | { above: number }
}

export interface FoundName {
  index: number
  id: string
  type: 'file' | 'folder'
  name: string
  size_bytes: number
  updated_at: number
}

const NO_FOLDER = sql`cast(null as text)`

function rowOf({ index, name_key, place }: WantedName): RawBuilder<unknown> {
  const above = 'above' in place ? place.above : -1
  const folder = 'folder_id' in place ? sql`cast(${place.folder_id} as text)` : NO_FOLDER
  return sql`(${sql.lit(index)}, ${sql.lit(above)}, ${folder}, cast(${name_key} as text))`
}

/**
 * Goes down from folders by names, however deep, in one query. The order of the joins is said, as
 * each step is one look into the index of names.
 * @param guestId whose alone are met; null meets all
 */
export async function walkNames(
  db: Db,
  wanted: readonly WantedName[],
  guestId: string | null,
): Promise<FoundName[]> {
  const isMet = guestId === null ? sql`` : sql`and items.guest_id = ${guestId}`
  const { rows } = await sql<FoundName>`
    with recursive wanted(number, above, folder_id, name_key) as (
      values ${sql.join(wanted.map(rowOf))}
    ),
    walk(number, id, type, name, size_bytes, updated_at) as (
      select wanted.number, items.id, items.type, items.name, items.size_bytes, items.updated_at
      from wanted cross join items
      where wanted.above = -1 and items.parent_id = wanted.folder_id
        and items.name_key = wanted.name_key and items.trashed_at is null ${isMet}
      union all
      select wanted.number, items.id, items.type, items.name, items.size_bytes, items.updated_at
      from walk join wanted on wanted.above = walk.number cross join items
      where walk.type = 'folder' and items.parent_id = walk.id
        and items.name_key = wanted.name_key and items.trashed_at is null ${isMet}
    )
    select number as "index", id, type, name, size_bytes, updated_at from walk`.execute(db)
  return rows
}
