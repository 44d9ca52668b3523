import type { Db } from '../../db/open.ts'

export const isBeingDeleted = async (db: Db, userId: string): Promise<boolean> => {
  const query = db.selectFrom('account_deletions').select('user_id').where('user_id', '=', userId)
  return (await query.executeTakeFirst()) !== undefined
}

/** Returns the ids of users whose data is still being deleted. */
export async function findBeingDeleted(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('account_deletions').select('user_id').execute()
  return rows.map(row => row.user_id)
}

const itemsOf = (db: Db, ownerId: string) =>
  db.selectFrom('items').select(['id', 'type']).where('owner_id', '=', ownerId)

/**
 * Returns some items of an owner except their home: files first, as they have no children, then
 * folders. Files are found by an index on the category, which every file has.
 */
export async function findItems(db: Db, ownerId: string, limit: number) {
  const files = await itemsOf(db, ownerId).where('category', 'is not', null).limit(limit).execute()
  if (files.length > 0) return files
  return itemsOf(db, ownerId).where('id', '!=', ownerId).limit(limit).execute()
}

/**
 * Detaches some children of the folders, so that the folders can be deleted in any order.
 * @returns the number of detached items
 */
export async function detachChildren(
  db: Db,
  folderIds: readonly string[],
  limit: number,
): Promise<number> {
  const inside = db
    .selectFrom('items')
    .select('id')
    .where('parent_id', 'in', folderIds)
    .limit(limit)
  const { numUpdatedRows } = await db
    .updateTable('items')
    .set({ parent_id: null })
    .where('id', 'in', inside)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes items without children. The blob job deletes their contents unless other items use them. */
export async function deleteItems(
  db: Db,
  ids: readonly string[],
  releasedAt: number,
): Promise<void> {
  await db
    .updateTable('blobs')
    .set({ released_at: releasedAt })
    .where('id', 'in', eb =>
      eb
        .selectFrom('items')
        .select('items.blob_id as id')
        .where('items.id', 'in', ids)
        .where('items.blob_id', 'is not', null)
        .$narrowType<{ id: string }>()
        .union(
          eb
            .selectFrom('item_versions')
            .select('item_versions.blob_id as id')
            .where('item_versions.item_id', 'in', ids),
        ),
    )
    .execute()
  await db.deleteFrom('items').where('id', 'in', ids).execute()
}

export async function findAvatarKey(db: Db, userId: string): Promise<string | null> {
  const query = db.selectFrom('user_settings').select('avatar_key').where('user_id', '=', userId)
  return (await query.executeTakeFirst())?.avatar_key ?? null
}

/** Deletes rows that mention the user without a foreign key. */
export async function deleteReferences(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('zip_selections').where('actor_key', '=', userId).execute()
  await db.deleteFrom('rate_limits').where('key', 'like', `%|${userId}`).execute()
  await db.deleteFrom('verifications').where('value', 'like', `%${userId}%`).execute()
}

/** Deletes in the order in which a sync locks them. */
export async function deleteSubscriptions(db: Db, userId: string): Promise<void> {
  for (const table of ['subscriptions', 'checkouts'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
}

export const deleteHome = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('items').where('id', '=', userId).execute()
}

/** Deletes the user; foreign keys cascade, or become null on rows of other users. */
export const deleteUser = async (db: Db, userId: string): Promise<void> => {
  await db.deleteFrom('users').where('id', '=', userId).execute()
}
