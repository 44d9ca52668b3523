import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'

const selectRows = (db: Db) =>
  db
    .selectFrom('items')
    .leftJoin('blobs', 'blobs.id', 'items.blob_id')
    .select([
      'items.id',
      'items.parent_id',
      'items.type',
      'items.name',
      'items.name_key',
      'items.size_bytes',
      'items.updated_at',
      'items.folder_count',
      'items.file_count',
      'items.blob_id',
      'items.trashed_at',
      'items.trashed_with',
      'blobs.crc32',
      'blobs.fault',
    ])

/** Selects untrashed items, or items trashed together with one of the given ones. */
const selectChildren = (db: Db, removals: readonly string[] | null) =>
  removals === null
    ? selectRows(db).where('items.trashed_at', 'is', null)
    : selectRows(db).where('items.trashed_with', 'in', removals)

/** Children of several small folders, grouped by folder. */
export const findChildrenOfMany = (
  db: Db,
  folderIds: readonly string[],
  removals: readonly string[] | null,
  limit: number,
) =>
  selectChildren(db, removals)
    .where('items.parent_id', 'in', folderIds)
    .orderBy('items.parent_id')
    .orderBy('items.name_key')
    .limit(limit)
    .execute()

/** One page of a folder's children, ordered by name. */
export const findChildrenAfter = (
  db: Db,
  { id, removal }: { id: string; removal: string | null },
  nameKey: string,
  limit: number,
) =>
  selectChildren(db, removal === null ? null : [removal])
    .where('items.parent_id', '=', id)
    .where('items.name_key', '>', nameKey)
    .orderBy('items.name_key')
    .limit(limit)
    .execute()

/**
 * One page of items that their owner trashed themselves, without those trashed along with a folder.
 */
export const findRemovedAfter = (
  db: Db,
  ownerId: string,
  { trashed_at, id }: { trashed_at: number; id: string },
  limit: number,
) =>
  selectRows(db)
    .where('items.owner_id', '=', ownerId)
    .where('items.trashed_at', 'is not', null)
    .where('items.trashed_with', 'is', null)
    .where(eb =>
      eb.or([
        eb('items.trashed_at', '>', trashed_at),
        eb.and([eb('items.trashed_at', '=', trashed_at), eb('items.id', '>', id)]),
      ]),
    )
    .orderBy('items.trashed_at')
    .orderBy('items.id')
    .limit(limit)
    .execute()

export type ChildRow = Awaited<ReturnType<typeof findChildrenAfter>>[number]

/** The known CRC-32 checksums of blobs. */
export async function findCrcs(db: Db, blobIds: readonly string[]): Promise<Map<string, number>> {
  const contents = await findContents(db, blobIds)
  return new Map(
    [...contents.values()].flatMap(({ id, crc32 }) =>
      crc32 === null ? [] : [[id, crc32] as const],
    ),
  )
}

/** Checksums and faults of blobs. */
export async function findContents(db: Db, blobIds: readonly string[]) {
  const rows = await db
    .selectFrom('blobs')
    .select(['id', 'crc32', 'fault'])
    .where('id', 'in', blobIds)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** The size of a blob in bytes. */
export const findSize = async (db: Db, blobId: string): Promise<number> => {
  const query = db.selectFrom('blobs').select('size_bytes').where('id', '=', blobId)
  return (await query.executeTakeFirstOrThrow()).size_bytes
}

/** Stores checksums in one statement; expects at most a few hundred. */
export async function saveCrcs(db: Db, crcs: ReadonlyMap<string, number>): Promise<void> {
  const cases = [...crcs].map(([id, crc]) => sql`when ${id} then cast(${crc} as bigint)`)
  await db
    .updateTable('blobs')
    .set({ crc32: sql<number>`case id ${sql.join(cases, sql` `)} end` })
    .where('id', 'in', [...crcs.keys()])
    .execute()
}

/** Stores a selection of an actor. */
export const insertSelection = async (
  db: Db,
  selection: { id: string; actor_key: string; items: string; created_at: number },
): Promise<void> => {
  await db.insertInto('zip_selections').values(selection).execute()
}

/** A stored selection, if it belongs to the actor. */
export const findSelection = (
  db: Db,
  id: string,
  key: string,
): Promise<{ items: string } | undefined> =>
  db
    .selectFrom('zip_selections')
    .select('items')
    .where('id', '=', id)
    .where('actor_key', '=', key)
    .executeTakeFirst()

/** Deletes the oldest selections of an actor beyond the total length. */
export const deleteSelectionsBeyond = async (
  db: Db,
  key: string,
  characters: number,
): Promise<void> => {
  await sql`
    delete from zip_selections where id in (
      select id from (
        select id, sum(length(items)) over (order by created_at desc, id desc) as characters
        from zip_selections where actor_key = ${key}
      ) as ranked where characters > ${characters}
    )`.execute(db)
}

/** Deletes selections created before a time (milliseconds). */
export const deleteSelectionsBefore = async (db: Db, time: number): Promise<void> => {
  await db.deleteFrom('zip_selections').where('created_at', '<', time).execute()
}
