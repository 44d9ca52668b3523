import { type RawBuilder, sql } from 'kysely'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import { valuesTable } from '../../db/values-table.ts'
import { nameKey, sortName } from '../../lib/item-names.ts'
import { numberedIds } from './numbered-ids.repository.ts'
import { type Pair, pairsFrom, UNMATCHED } from './replacing.repository.ts'

/** The top item of a tree to copy, with the id, parent and name of its copy. */
export interface Top {
  sourceId: string
  id: string
  parentId: string
  /** Null keeps the name. */
  name: string | null
}

/** PostgreSQL cannot estimate the size of the table of tops; joins of more rows get slow. */
export const TOPS_PER_STATEMENT = 1000

export type Tops = RawBuilder<unknown>

const TOP_COLUMNS = ['source_id', 'id', 'parent_id', 'name', 'name_key', 'sort_name']

/** Returns a CTE that holds the tops as a table. */
export const topsTable = (db: Db, tops: readonly Top[]): Tops => {
  const rows = tops.map(({ sourceId, id, parentId, name }) => {
    const names = [name, name && nameKey(name), name && sortName(name)]
    return [sourceId, id, parentId, ...names]
  })
  return sql`top as materialized (${valuesTable(db, TOP_COLUMNS, rows)})`
}

/** Children of merged folders that have no namesake in the target. */
export const unmatchedTops = (pairs: readonly Pair[], newId: () => string): Tops => sql`
  ${pairsFrom(pairs)},
  top(source_id, id, parent_id, name, name_key, sort_name) as (
    select items.id, ${numberedIds(newId(), sql`items.id`)},
      folder_pair.target_id, items.name, items.name_key, items.sort_name
    from folder_pair left join items on items.parent_id = folder_pair.source_id
    where coalesce(items.id, '') <> '' and ${UNMATCHED}
  )`

/** Each top with everything live below it; a top that was given twice is listed twice. */
const below = (db: Db, tops: Tops) => sql`
  with recursive ${tops},
  below(top_id, id) as (
    select top.id, top.source_id from top
    union all
    select below.top_id, items.id from below
    ${indexedJoin(db, 'join', 'items', sql`items.parent_id = below.id and items.trashed_at is null`)}
  )`

/**
 * Sums the bytes of the copies. With left joins SQLite starts from the few rows, not from all
 * items.
 */
export async function sumCopySizes(db: Db, tops: Tops): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`${below(db, tops)}
    select coalesce(sum(items.size_bytes), 0) as bytes
    from below ${indexedJoin(db, 'left join', 'items', sql`items.id = below.id`)}`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

export interface CopyInto {
  ownerId: string
  teamId: string | null
  /** Null when a guest copies. */
  creatorId: string | null
  at: number
}

/** Every item of the trees with the id of its copy. */
const copies = (db: Db, tops: Tops, firstId: string) => sql`${below(db, tops)},
    copy(top_id, source_id, id) as (
      select below.top_id, below.id,
        coalesce(top.id, ${numberedIds(firstId, sql`below.top_id, below.id`)})
      from below left join top on top.id = below.top_id and top.source_id = below.id
    )`

/** Inserts all copies with two statements; blobs are shared, so no bytes are copied. */
export async function insertCopies(
  db: Db,
  tops: Tops,
  newId: () => string,
  { ownerId, teamId, creatorId, at }: CopyInto,
): Promise<void> {
  const copied = copies(db, tops, newId())
  await sql`${copied}
    insert into document_values (item_id, field_id, value)
    select copy.id, document_values.field_id, document_values.value
    from copy
    ${indexedJoin(db, 'left join', 'document_values', sql`document_values.item_id = copy.source_id`)}
    where coalesce(document_values.field_id, '') <> ''`.execute(db)
  await sql`${copied}
    insert into items (
      id, owner_id, parent_id, type, name, original_name, name_key, sort_name, size_bytes,
      mimetype, category, blob_id, creator_id, team_id, color, emoji, document_type_id,
      subcategory_id, document_entered, folder_count, file_count, created_at, updated_at,
      placed_at
    )
    select copy.id, ${ownerId}, coalesce(top.parent_id, above.id), items.type,
      coalesce(top.name, items.name), items.original_name,
      coalesce(top.name_key, items.name_key), coalesce(top.sort_name, items.sort_name),
      items.size_bytes, items.mimetype, items.category, items.blob_id, ${creatorId},
      ${teamId}, items.color, items.emoji, items.document_type_id, items.subcategory_id,
      items.document_entered, items.folder_count, items.file_count, ${at},
      case when items.type = 'file' then items.updated_at else ${at} end, ${at}
    from copy
    ${indexedJoin(db, 'left join', 'items', sql`items.id = copy.source_id`)}
    left join top on top.id = copy.id
    left join copy as above on above.top_id = copy.top_id and above.source_id = items.parent_id
      and top.id is null`.execute(db)
}
