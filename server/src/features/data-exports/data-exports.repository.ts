import type { Db } from '../../db/open.ts'
import type { DataArchiveRow } from '../../db/schema-account-deletion.ts'

export const findOf = (db: Db, userId: string): Promise<DataArchiveRow | undefined> =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '!=', 'gone')
    .executeTakeFirst()

export const findArchive = (db: Db, id: string): Promise<DataArchiveRow | undefined> =>
  db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst()

export const insertArchive = async (db: Db, row: DataArchiveRow): Promise<void> => {
  await db.insertInto('data_exports').values(row).execute()
}

/** @returns false when it was given up meanwhile */
export async function updateMaking(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      DataArchiveRow,
      'state' | 'items_done' | 'size_bytes' | 'layout_id' | 'updated_at' | 'expires_at'
    >
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'making')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const giveUp = async (db: Db, userId: string): Promise<void> => {
  await db
    .updateTable('data_exports')
    .set({ state: 'gone' })
    .where('user_id', '=', userId)
    .execute()
}

/** Whose archives have had their time. */
export async function expire(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .updateTable('data_exports')
    .set({ state: 'gone' })
    .where('expires_at', '<=', now)
    .where('state', '!=', 'gone')
    .returning('user_id')
    .execute()
  return rows.map(row => row.user_id)
}

/** Those that nobody works on any more. @returns whose they are */
export async function failSilent(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .updateTable('data_exports')
    .set({ state: 'failed' })
    .where('state', '=', 'making')
    .where('updated_at', '<', before)
    .returning('user_id')
    .execute()
  return rows.map(row => row.user_id)
}

export async function findGone(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('data_exports')
    .select('id')
    .where('state', '=', 'gone')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/** Of these contents those that are there still stay from now on. @returns them */
export async function keepContents(
  db: Db,
  archiveId: string,
  blobIds: readonly string[],
): Promise<Set<string>> {
  if (blobIds.length === 0) return new Set()
  const found = await db.selectFrom('blobs').select('id').where('id', 'in', blobIds).execute()
  const kept = found.map(blob => blob.id)
  for (let start = 0; start < kept.length; start += 400)
    await db
      .insertInto('data_export_blobs')
      .values(kept.slice(start, start + 400).map(blob_id => ({ archive_id: archiveId, blob_id })))
      .onConflict(oc => oc.doNothing())
      .execute()
  return new Set(kept)
}

/** A content that is there for the archive alone. */
export async function insertOwnContent(
  db: Db,
  archiveId: string,
  { key, bytes, now }: { key: string; bytes: number; now: number },
): Promise<void> {
  await db
    .insertInto('blobs')
    .values({
      id: key,
      storage_key: key,
      size_bytes: bytes,
      sha256: null,
      crc32: null,
      created_at: now,
      released_at: null,
    })
    .execute()
  await keepContents(db, archiveId, [key])
}

/** Lets go of some of what an archive held. @returns how many */
export async function releaseSome(
  db: Db,
  archiveId: string,
  now: number,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('data_export_blobs')
    .select('blob_id')
    .where('archive_id', '=', archiveId)
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(row => row.blob_id)
  await db
    .deleteFrom('data_export_blobs')
    .where('archive_id', '=', archiveId)
    .where('blob_id', 'in', ids)
    .execute()
  // What files have still is none of the reclaiming job's business.
  await db
    .updateTable('blobs')
    .set({ released_at: now })
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('items').select('items.id').whereRef('items.blob_id', '=', 'blobs.id')),
      ),
    )
    .execute()
  return rows.length
}

export const deleteArchive = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('data_exports').where('id', '=', id).execute()
}

export async function countItems(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('items')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  // His home is no item to him.
  return Number(count) - 1
}
