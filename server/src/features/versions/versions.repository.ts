import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { BlobFault } from '../../db/schema-blobs.ts'
import { writeInBatches } from '../../db/write-in-batches.ts'

export type VersionRow = Selectable<Schema['item_versions']>
export type VersionView = VersionRow & { creator_name: string | null }

/** Returns the earlier contents of a file, newest first. */
export const listEarlier = (db: Db, itemId: string): Promise<VersionView[]> =>
  db
    .selectFrom('item_versions')
    .leftJoin('users', 'users.id', 'item_versions.creator_id')
    .selectAll('item_versions')
    .select('users.name as creator_name')
    .where('item_id', '=', itemId)
    .orderBy('item_versions.number', 'desc')
    .execute()

/** An earlier content of a file, with the fault of its blob. */
export const findVersion = (
  db: Db,
  itemId: string,
  id: string,
): Promise<(VersionRow & { content_fault: BlobFault | null }) | undefined> =>
  db
    .selectFrom('item_versions')
    .innerJoin('blobs', 'blobs.id', 'item_versions.blob_id')
    .selectAll('item_versions')
    .select('blobs.fault as content_fault')
    .where('item_versions.item_id', '=', itemId)
    .where('item_versions.id', '=', id)
    .executeTakeFirst()

export const deleteVersion = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('item_versions').where('id', '=', id).execute()
}

export const releaseBlob = async (db: Db, blobId: string, now: number): Promise<void> => {
  await db.updateTable('blobs').set({ released_at: now }).where('id', '=', blobId).execute()
}

export const findName = async (db: Db, userId: string): Promise<string | null> => {
  const row = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Deletes all versions of an owner's files. @returns the bytes that were freed */
export async function deleteAllOf(db: Db, ownerId: string, now: number): Promise<number> {
  const replaced = db
    .selectFrom('items')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('version_count', '>', 0)
  const earlier = db.selectFrom('item_versions').where('item_id', 'in', replaced)
  const { bytes } = await earlier
    .select(sql<number>`cast(coalesce(sum(size_bytes), 0) as bigint)`.as('bytes'))
    .executeTakeFirstOrThrow()
  const versions = sql`select id, blob_id from ${earlier.select(['id', 'blob_id'])} as earlier`
  await writeInBatches(db, versions, ['id', 'blob_id'], async rows => {
    await sql`update blobs set released_at = ${now}
      where id in (select blob_id from (${rows}) as versions)`.execute(db)
    await sql`delete from item_versions
      where id in (select id from (${rows}) as versions)`.execute(db)
  })
  await writeInBatches(db, sql`select id from ${replaced} as replaced`, ['id'], ids =>
    sql`update items set version_count = 0 where id in (${ids})`.execute(db),
  )
  return bytes
}
