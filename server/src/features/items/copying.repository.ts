import { sql } from 'kysely'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import { valuesTable } from '../../db/values-table.ts'
import { nameKey, sortName } from '../../lib/item-names.ts'
import { type Pair, pairsFrom, UNMATCHED } from './replacing.repository.ts'

/** An item to copy, with the id, parent and name of its copy. */
export interface Copy {
  sourceId: string
  id: string
  parentId: string
  /** Null keeps the name. */
  name: string | null
}

export interface CopyInto {
  ownerId: string
  teamId: string | null
  /** Null when a guest copies. */
  creatorId: string | null
  at: number
}

export interface InsertedCopy {
  id: string
  size_bytes: number
  /** How many live items the original contains directly. */
  children: number
}

const COPY_COLUMNS = ['source_id', 'id', 'parent_id', 'name', 'name_key', 'sort_name']

const copyTable = (db: Db, copies: readonly Copy[]) => {
  const rows = copies.map(({ sourceId, id, parentId, name }) => {
    const names = [name, name && nameKey(name), name && sortName(name)]
    return [sourceId, id, parentId, ...names]
  })
  return sql`with copy as materialized (${valuesTable(db, COPY_COLUMNS, rows)})`
}

/**
 * Inserts copies, without what the originals contain. Blobs are shared, so no bytes are copied.
 */
export async function insertCopies(
  db: Db,
  copies: readonly Copy[],
  { ownerId, teamId, creatorId, at }: CopyInto,
): Promise<InsertedCopy[]> {
  const table = copyTable(db, copies)
  await sql`${table}
    insert into document_values (item_id, field_id, value)
    select copy.id, document_values.field_id, document_values.value
    from copy
    ${indexedJoin(db, 'left join', 'document_values', sql`document_values.item_id = copy.source_id`)}
    where coalesce(document_values.field_id, '') <> ''`.execute(db)
  const { rows } = await sql<InsertedCopy>`${table}
    insert into items (
      id, owner_id, parent_id, type, name, original_name, name_key, sort_name, size_bytes,
      mimetype, category, blob_id, creator_id, team_id, color, emoji, document_type_id,
      subcategory_id, document_entered, folder_count, file_count, created_at, updated_at,
      placed_at
    )
    select copy.id, ${ownerId}, copy.parent_id, items.type,
      coalesce(copy.name, items.name), items.original_name,
      coalesce(copy.name_key, items.name_key), coalesce(copy.sort_name, items.sort_name),
      items.size_bytes, items.mimetype, items.category, items.blob_id, ${creatorId},
      ${teamId}, items.color, items.emoji, items.document_type_id, items.subcategory_id,
      items.document_entered, items.folder_count, items.file_count, ${at},
      case when items.type = 'file' then items.updated_at else ${at} end, ${at}
    from copy
    ${indexedJoin(db, 'left join', 'items', sql`items.id = copy.source_id`)}
    returning id, size_bytes, folder_count + file_count as children`.execute(db)
  return rows
}

interface Child {
  id: string
  parent_id: string
}

/** Returns the live children of folders that contain few items. */
export async function findChildren(db: Db, folderIds: readonly string[]): Promise<Child[]> {
  const rows = folderIds.map(id => [id])
  const { rows: children } =
    await sql<Child>`with folder as materialized (${valuesTable(db, ['id'], rows)})
    select items.id, items.parent_id from folder
    ${indexedJoin(db, 'join', 'items', sql`items.parent_id = folder.id and items.trashed_at is null`)}`.execute(
      db,
    )
  return children
}

/** Returns children of merged folders that have no namesake in the target. */
export async function findUnmatched(
  db: Db,
  pairs: readonly Pair[],
): Promise<{ id: string; target_id: string }[]> {
  const { rows } = await sql<{ id: string; target_id: string }>`
    with recursive ${pairsFrom(pairs)}
    select items.id, folder_pair.target_id
    from folder_pair left join items on items.parent_id = folder_pair.source_id
    where coalesce(items.id, '') <> '' and ${UNMATCHED}`.execute(db)
  return rows
}
