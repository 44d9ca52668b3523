import { type Db, hasRowLocks } from '../../db/open.ts'
import type { DataExportRow } from '../../db/schema-account-deletion.ts'
import type { StoredBlob } from '../../files/blobs.ts'

const selectCurrentExport = (db: Db, userId: string) =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '!=', 'deleted')

/** Returns the user's export unless it was discarded; there is at most one. */
export const findCurrentExport = (db: Db, userId: string): Promise<DataExportRow | undefined> =>
  selectCurrentExport(db, userId).executeTakeFirst()

/** As `findCurrentExport`, with whether a content of the export is known to be damaged. */
export const findExportToSend = (db: Db, userId: string) =>
  selectCurrentExport(db, userId)
    .select(eb =>
      eb
        .exists(
          eb
            .selectFrom('blobs')
            .innerJoin('data_export_blobs', 'data_export_blobs.blob_id', 'blobs.id')
            .select('blobs.id')
            .whereRef('data_export_blobs.export_id', '=', 'data_exports.id')
            // The first condition lets the partial index be used.
            .where('blobs.fault', 'is not', null)
            .where('blobs.fault', '=', 'damaged'),
        )
        .as('is_damaged'),
    )
    .executeTakeFirst()

export const findExportById = (db: Db, id: string): Promise<DataExportRow | undefined> =>
  db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst()

export const insertExport = async (db: Db, row: DataExportRow): Promise<void> => {
  await db.insertInto('data_exports').values(row).execute()
}

/** Updates an export that is being created. @returns false when it was cancelled meanwhile */
export async function updateRunningExport(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      DataExportRow,
      'state' | 'items_done' | 'size_bytes' | 'layout_id' | 'updated_at' | 'expires_at'
    >
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'creating')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks the user's exports for deletion. */
export const discardExport = async (db: Db, userId: string): Promise<void> => {
  await db
    .updateTable('data_exports')
    .set({ state: 'deleted' })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Discards exports that have expired, and those that failed before a time.
 * @returns the ids of their users
 */
export async function expireExports(
  db: Db,
  { now, failedBefore }: { now: number; failedBefore: number },
): Promise<string[]> {
  const rows = await db
    .updateTable('data_exports')
    .set({ state: 'deleted' })
    .where('state', '!=', 'deleted')
    .where(eb =>
      eb.or([
        eb('expires_at', '<=', now),
        eb.and([eb('state', '=', 'failed'), eb('updated_at', '<=', failedBefore)]),
      ]),
    )
    .returning('user_id')
    .execute()
  return rows.map(row => row.user_id)
}

/**
 * Marks exports as failed that have begun and made no progress since a time, and those that still
 * wait for their job since another.
 * @returns the ids of their users
 */
export async function failStalledExports(
  db: Db,
  { begunBefore, queuedBefore }: { begunBefore: number; queuedBefore: number },
): Promise<string[]> {
  const rows = await db
    .updateTable('data_exports')
    .set({ state: 'failed' })
    .where('state', '=', 'creating')
    .where('updated_at', '<', begunBefore)
    .where(eb =>
      eb.or([eb('updated_at', '>', eb.ref('created_at')), eb('created_at', '<', queuedBefore)]),
    )
    .returning('user_id')
    .execute()
  return rows.map(row => row.user_id)
}

export async function findDiscardedExports(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('data_exports')
    .select('id')
    .where('state', '=', 'deleted')
    .limit(limit)
    .execute()
  return rows.map(row => row.id)
}

/**
 * References the blobs that still exist and are not known to be damaged, so that they are kept with
 * the export.
 * @returns their ids
 */
export async function referenceBlobs(
  db: Db,
  exportId: string,
  blobIds: readonly string[],
): Promise<Set<string>> {
  if (blobIds.length === 0) return new Set()
  const blobs = await db
    .selectFrom('blobs')
    .select('id')
    .where('id', 'in', blobIds)
    .where(eb => eb.or([eb('fault', 'is', null), eb('fault', '<>', 'damaged')]))
    // Waits for a deletion of released blobs, and lets the next one see the references.
    .$if(hasRowLocks(db), query => query.forShare())
    .execute()
  const existing = blobs.map(blob => blob.id)
  for (let start = 0; start < existing.length; start += 400)
    await db
      .insertInto('data_export_blobs')
      .values(existing.slice(start, start + 400).map(blob_id => ({ export_id: exportId, blob_id })))
      .onConflict(oc => oc.doNothing())
      .execute()
  return new Set(existing)
}

/** Inserts a blob that only the export uses. */
export async function insertExportBlob(
  db: Db,
  exportId: string,
  { key, bytes, crc32, store, now }: { key: string; now: number } & StoredBlob,
): Promise<void> {
  await db
    .insertInto('blobs')
    .values({
      id: key,
      storage_key: key,
      size_bytes: bytes,
      sha256: null,
      crc32,
      store,
      kind: 'export',
      created_at: now,
      released_at: null,
    })
    .execute()
  await referenceBlobs(db, exportId, [key])
}

/** Removes some blob references of an export. @returns the number of removed references */
export async function releaseBlobs(
  db: Db,
  exportId: string,
  now: number,
  limit: number,
): Promise<number> {
  const rows = await db
    .selectFrom('data_export_blobs')
    .select('blob_id')
    .where('export_id', '=', exportId)
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(row => row.blob_id)
  await db
    .deleteFrom('data_export_blobs')
    .where('export_id', '=', exportId)
    .where('blob_id', 'in', ids)
    .execute()
  // Only blobs that no item uses are left to the job that deletes released blobs.
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

export const deleteExport = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('data_exports').where('id', '=', id).execute()
}

/** Counts the user's items without their home. */
export async function countItems(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('items')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count) - 1
}
