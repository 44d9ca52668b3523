import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/** A name to look up, either in a folder or in the result of another lookup. */
export interface NameLookup {
  index: number
  name_key: string
  parent: { folder_id: string } | { above: number }
}

export interface NameMatch {
  index: number
  id: string
  type: 'file' | 'folder'
  name: string
  size_bytes: number
  updated_at: number
}

const NO_FOLDER = sql`cast(null as text)`

function rowOf({ index, name_key, parent }: NameLookup): RawBuilder<unknown> {
  const above = 'above' in parent ? parent.above : -1
  const folder = 'folder_id' in parent ? sql`cast(${parent.folder_id} as text)` : NO_FOLDER
  return sql`(${sql.lit(index)}, ${sql.lit(above)}, ${folder}, cast(${name_key} as text))`
}

/**
 * Walks down from folders by names, to any depth, in one query. `cross join` fixes the join order,
 * so that each step is one lookup in the index of names.
 * @param guestId limits the walk to items of one guest; null includes all
 */
export async function walkNames(
  db: Db,
  lookups: readonly NameLookup[],
  guestId: string | null,
): Promise<NameMatch[]> {
  const isOwnedByGuest = guestId === null ? sql`` : sql`and items.guest_id = ${guestId}`
  const { rows } = await sql<NameMatch>`
    with recursive lookup(number, above, folder_id, name_key) as (
      values ${sql.join(lookups.map(rowOf))}
    ),
    walk(number, id, type, name, size_bytes, updated_at) as (
      select lookup.number, items.id, items.type, items.name, items.size_bytes, items.updated_at
      from lookup cross join items
      where lookup.above = -1 and items.parent_id = lookup.folder_id
        and items.name_key = lookup.name_key and items.trashed_at is null ${isOwnedByGuest}
      union all
      select lookup.number, items.id, items.type, items.name, items.size_bytes, items.updated_at
      from walk join lookup on lookup.above = walk.number cross join items
      where walk.type = 'folder' and items.parent_id = walk.id
        and items.name_key = lookup.name_key and items.trashed_at is null ${isOwnedByGuest}
    )
    select number as "index", id, type, name, size_bytes, updated_at from walk`.execute(db)
  return rows
}
