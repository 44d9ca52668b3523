import { type RawBuilder, sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import { numberedIds } from './numbered-ids.repository.ts'
import type { VersionedFiles } from './pruning.repository.ts'

/** An item that replaces another one of the same type. */
export interface Pair {
  sourceId: string
  targetId: string
}

/** Each pair takes two parameters. */
export const PAIRS_PER_STATEMENT = 250

/**
 * All pairs that follow from the given ones: below two folders that are merged, folders of the same
 * name are merged and files of the same name replaced.
 */
export const pairsFrom = (pairs: readonly Pair[]): RawBuilder<unknown> => sql`
  root(source_id, target_id) as (
    values ${sql.join(pairs.map(({ sourceId, targetId }) => sql`(${sourceId}, ${targetId})`))}
  ),
  folder_pair(source_id, target_id) as (
    select root.source_id, root.target_id from root
    join items on items.id = root.source_id where items.type = 'folder'
    union all
    select source.id, target.id from folder_pair
    cross join items as source cross join items as target
    where source.parent_id = folder_pair.source_id
      and source.type = 'folder' and source.trashed_at is null
      and target.parent_id = folder_pair.target_id
      and target.type = 'folder' and target.trashed_at is null
      and target.name_key = source.name_key
  ),
  file_pair(source_id, target_id) as (
    select root.source_id, root.target_id from root
    join items on items.id = root.source_id where items.type = 'file'
    union all
    select source.id, target.id from folder_pair
    cross join items as source cross join items as target
    where source.parent_id = folder_pair.source_id
      and source.type = 'file' and source.trashed_at is null
      and target.parent_id = folder_pair.target_id
      and target.type = 'file' and target.trashed_at is null
      and target.name_key = source.name_key
  )`

/** Children of a merged folder that have no namesake in the target. */
export const UNMATCHED = sql`
  coalesce(items.trashed_at, 0) = 0 and not exists (
    select 1 from items as namesake
    where namesake.parent_id = folder_pair.target_id
      and namesake.trashed_at is null and namesake.name_key = items.name_key
  )`

/** Returns the bytes of all files that would replace others. */
export async function sumReplacementSizes(db: Db, pairs: readonly Pair[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with recursive ${pairsFrom(pairs)}
    select coalesce(sum(size_bytes), 0) as bytes
    from file_pair left join items on items.id = file_pair.source_id`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** Stores the current contents of the targets as their latest versions. */
export async function saveVersions(db: Db, pairs: readonly Pair[], freshId: string): Promise<void> {
  await sql`
    with recursive ${pairsFrom(pairs)}
    insert into item_versions
      (id, item_id, number, blob_id, size_bytes, mimetype, creator_id, created_at)
    select ${numberedIds(freshId, sql`items.id`)}, items.id,
      (select coalesce(max(number), 0) + 1 from item_versions where item_id = items.id),
      items.blob_id, items.size_bytes, items.mimetype,
      case when items.content_at is null then items.creator_id else items.content_creator_id end,
      coalesce(items.content_at, items.created_at)
    from file_pair left join items on items.id = file_pair.target_id
    where coalesce(items.blob_id, '') <> ''`.execute(db)
}

/** Appends the versions of the sources to those of the targets. */
export async function moveVersions(db: Db, pairs: readonly Pair[]): Promise<void> {
  await sql`
    with recursive ${pairsFrom(pairs)},
    receiver(source_id, target_id, last) as (
      select source_id, target_id,
        (select coalesce(max(number), 0) from item_versions where item_id = target_id)
      from file_pair
    )
    update item_versions
    set item_id = receiver.target_id, number = item_versions.number + receiver.last
    from receiver
    where item_versions.item_id in (select source_id from file_pair)
      and item_versions.item_id = receiver.source_id`.execute(db)
}

const SOURCE_CREATOR = sql<string | null>`
  case when source.content_at is null then source.creator_id else source.content_creator_id end`

const anyPair = (pairs: readonly Pair[]): RawBuilder<unknown> => sql`
  ${pairsFrom(pairs)},
  pair(source_id, target_id) as (
    select source_id, target_id from file_pair
    union all select source_id, target_id from folder_pair
  )`

/** Gives the document types and values of the sources to targets that are no documents yet. */
export async function copyDocuments(db: Db, pairs: readonly Pair[]): Promise<void> {
  await sql`
    with recursive ${anyPair(pairs)}
    insert into document_values (item_id, field_id, value)
    select pair.target_id, document_values.field_id, document_values.value from pair
    left join items as target on target.id = pair.target_id
    ${indexedJoin(db, 'left join', 'document_values', sql`document_values.item_id = pair.source_id`)}
    where target.document_type_id is null and coalesce(document_values.field_id, '') <> ''`.execute(
    db,
  )
  await sql`
    with recursive ${anyPair(pairs)}
    update items set document_type_id = source.document_type_id,
      subcategory_id = source.subcategory_id, document_entered = source.document_entered
    from pair join items as source on source.id = pair.source_id
    where items.id in (select target_id from pair) and items.id = pair.target_id
      and source.id in (select source_id from pair)
      and items.document_type_id is null and source.document_type_id is not null`.execute(db)
}

/**
 * Copies the contents of the sources to the targets. Targets that a guest sent are no longer
 * theirs, as guests never replace files by moving or copying.
 * @param creatorId the creator of the new contents; undefined keeps the sources' creators
 */
export async function copyContents(
  db: Db,
  pairs: readonly Pair[],
  { creatorId, at }: { creatorId: string | null | undefined; at: number },
): Promise<void> {
  recordChange(
    db,
    'item',
    pairs.map(pair => pair.targetId),
  )
  await sql`
    with recursive ${pairsFrom(pairs)}
    update items set blob_id = source.blob_id, size_bytes = source.size_bytes,
      mimetype = source.mimetype, category = source.category,
      content_creator_id = ${creatorId === undefined ? SOURCE_CREATOR : creatorId},
      guest_id = null, content_at = ${at}, placed_at = ${at}, updated_at = source.updated_at
    from file_pair join items as source on source.id = file_pair.source_id
    where items.id in (select target_id from file_pair) and items.id = file_pair.target_id
      and source.id in (select source_id from file_pair)`.execute(db)
}

/** The files that are replaced. */
export const targetsOf = (pairs: readonly Pair[]): VersionedFiles => ({
  with: sql`with recursive ${pairsFrom(pairs)}`,
  ids: sql`select target_id from file_pair`,
})

/** Deletes the source files; their blobs belong to the targets now. */
export async function deleteSourceFiles(db: Db, pairs: readonly Pair[]): Promise<void> {
  await sql`
    with recursive ${pairsFrom(pairs)}
    delete from items where id in (select source_id from file_pair)`.execute(db)
}

/**
 * Finds children whose namesake in the target has the other type: a file for a folder or vice
 * versa.
 */
export async function findMismatches(db: Db, pairs: readonly Pair[]) {
  const { rows } = await sql<{
    id: string
    name: string
    name_key: string
    target_id: string
  }>`
    with recursive ${pairsFrom(pairs)}
    select items.id, items.name, items.name_key, folder_pair.target_id from folder_pair
    left join items on items.parent_id = folder_pair.source_id and items.trashed_at is null
    left join items as namesake on namesake.parent_id = folder_pair.target_id
      and namesake.trashed_at is null and namesake.name_key = items.name_key
      and namesake.type <> items.type
    where coalesce(namesake.id, '') <> ''`.execute(db)
  // Sorted here, because SQLite would scan all items in order of their ids.
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Moves children without a namesake, with everything below them. */
export async function moveUnmatched(db: Db, pairs: readonly Pair[], at: number): Promise<void> {
  await sql`
    with recursive ${pairsFrom(pairs)}
    update items set parent_id = folder_pair.target_id, placed_at = ${at}
    from folder_pair
    where items.parent_id in (select source_id from folder_pair)
      and items.parent_id = folder_pair.source_id and ${UNMATCHED}`.execute(db)
}

/** Recounts the children of the target folders after a merge. */
export async function recountTargets(db: Db, pairs: readonly Pair[]): Promise<void> {
  const countOf = (type: 'folder' | 'file') => sql`(
    select count(*) from items as child
    where child.parent_id = items.id and child.type = ${type} and child.trashed_at is null)`
  const { rows } = await sql<{ id: string }>`
    with recursive ${pairsFrom(pairs)}
    update items set folder_count = ${countOf('folder')}, file_count = ${countOf('file')}
    where id in (select target_id from folder_pair) returning id`.execute(db)
  const ids = rows.map(row => row.id)
  recordChange(db, 'folder', ids)
  recordChange(db, 'tree', ids)
}

/**
 * Deletes the source folders. Expects them to hold nothing live; trashed children move to the home.
 */
export async function deleteSourceFolders(db: Db, pairs: readonly Pair[]): Promise<void> {
  await sql`
    with recursive ${pairsFrom(pairs)}
    update items set parent_id = owner_id
    where trashed_at is not null
      and parent_id in (select source_id from folder_pair)`.execute(db)
  await sql`
    with recursive ${pairsFrom(pairs)}
    delete from items where id in (select source_id from folder_pair)`.execute(db)
}
