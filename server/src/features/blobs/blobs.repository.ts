import { LOGO_NAMES } from '@coffer/contract/logos'
import type { Db } from '../../db/open.ts'
import type { Page } from '../../db/pages.ts'
import type { KnownContent } from '../../files/blobs.ts'

/** The time of release of contents that a deleted account has left: their bytes are due at once. */
export const RELEASED_WITH_ACCOUNT = 0

/** Blobs that lost a reference, oldest first. */
export const findReleased = (
  db: Db,
  limit: number,
): Promise<{ id: string; storage_key: string; released_at: number }[]> =>
  db
    .selectFrom('blobs')
    .select(['id', 'storage_key', 'released_at'])
    .where('released_at', 'is not', null)
    .orderBy('released_at')
    .limit(limit)
    .$narrowType<{ released_at: number }>()
    .execute()

/** Deletes those of the given blobs that nothing references. @returns the deleted ids */
export async function deleteUnreferenced(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .deleteFrom('blobs')
    .where('id', 'in', ids)
    .where(eb =>
      eb.not(
        eb.exists(
          eb.selectFrom('items').select('items.id').whereRef('items.blob_id', '=', 'blobs.id'),
        ),
      ),
    )
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('item_versions')
            .select('item_versions.id')
            .whereRef('item_versions.blob_id', '=', 'blobs.id'),
        ),
      ),
    )
    // A data export still needs the blob.
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('data_export_blobs')
            .select('data_export_blobs.blob_id')
            .whereRef('data_export_blobs.blob_id', '=', 'blobs.id'),
        ),
      ),
    )
    .returning('id')
    .execute()
  return new Set(rows.map(row => row.id))
}

/** Records bytes whose rows are deleted in the same transaction. */
export async function insertRemovals(tx: Db, keys: readonly string[], dueAt: number) {
  if (keys.length === 0) return
  await tx
    .insertInto('blob_removals')
    .values(keys.map(key => ({ key, due_at: dueAt })))
    .onConflict(oc => oc.doNothing())
    .execute()
}

/** Keys, as ids of pages. */
export const findDueRemovals = (
  db: Db,
  now: number,
  { after, limit }: Page,
): Promise<{ id: string }[]> =>
  db
    .selectFrom('blob_removals')
    .select('key as id')
    .where('due_at', '<=', now)
    .where('key', '>', after)
    .orderBy('key')
    .limit(limit)
    .execute()

export const deleteRemovals = async (db: Db, keys: readonly string[]): Promise<void> => {
  await db.deleteFrom('blob_removals').where('key', 'in', keys).execute()
}

export const postponeRemovals = async (
  db: Db,
  keys: readonly string[],
  dueAt: number,
): Promise<void> => {
  await db.updateTable('blob_removals').set({ due_at: dueAt }).where('key', 'in', keys).execute()
}

/** Removes the marks of blobs, which their last reference sets again when it ends. */
export const unmarkReleased = async (db: Db, ids: string[]): Promise<void> => {
  await db.updateTable('blobs').set({ released_at: null }).where('id', 'in', ids).execute()
}

/** Storage keys of the previews of these blobs; their rows are deleted along with the blobs. */
export const findPreviewKeys = (
  db: Db,
  ids: string[],
): Promise<{ blob_id: string; storage_key: string }[]> =>
  db
    .selectFrom('previews')
    .select(['blob_id', 'storage_key'])
    .where('blob_id', 'in', ids)
    .where('storage_key', 'is not', null)
    .$narrowType<{ storage_key: string }>()
    .execute()

/**
 * Returns those of the given keys that belong to a blob, a preview, an avatar, a logo, an upload in
 * progress or a removal that is not due.
 */
export async function findKnownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('blobs')
    .select('storage_key as key')
    .where('id', 'in', keys)
    .unionAll(
      db
        .selectFrom('blobs')
        .select('storage_key as key')
        .where('storage_key', 'in', keys)
        .whereRef('storage_key', '<>', 'id'),
    )
    .unionAll(
      db
        .selectFrom('previews')
        .select('storage_key as key')
        .where('storage_key', 'in', keys)
        .$narrowType<{ key: string }>(),
    )
    .unionAll(
      db
        .selectFrom('user_settings')
        .select('avatar_key as key')
        .where('avatar_key', 'in', keys)
        .$narrowType<{ key: string }>(),
    )
    .unionAll(db.selectFrom('uploads').select('blob_id as key').where('blob_id', 'in', keys))
    .unionAll(db.selectFrom('blob_removals').select('key').where('key', 'in', keys))
    .execute()
  return new Set([...rows.map(row => row.key), ...(await findLogoKeys(db, keys))])
}

/** @param since requests whose lease ended later may still be writing */
export async function findKnownContent(
  db: Db,
  key: string,
  since: Date,
): Promise<KnownContent | undefined> {
  const upload = await db
    .selectFrom('uploads')
    .select(['placement', 'lease_id', 'lease_expires_at'])
    .where('blob_id', '=', key)
    .where('item_id', 'is', null)
    .executeTakeFirst()
  if (upload)
    return {
      placement: upload.placement === null ? null : JSON.parse(upload.placement),
      isWritten: upload.lease_id !== null && (upload.lease_expires_at ?? 0) > since.getTime(),
    }
  const isKnown = (await findKnownKeys(db, [key])).has(key)
  return isKnown ? { placement: null, isWritten: false } : undefined
}

/** Logos are settings whose value is the URL of their picture. */
async function findLogoKeys(db: Db, keys: string[]): Promise<string[]> {
  const keyOfValue = new Map(keys.map(key => [JSON.stringify(`/system/${key}`), key]))
  const rows = await db
    .selectFrom('settings')
    .select('value')
    .where('name', 'in', LOGO_NAMES)
    .execute()
  return rows.flatMap(({ value }) => keyOfValue.get(value) ?? [])
}
