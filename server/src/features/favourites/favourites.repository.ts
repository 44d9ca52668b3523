import { MAX_FAVOURITES } from '@coffer/contract/favourites'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'

/** @returns the number of new favourites */
export async function insertFavourites(
  db: Db,
  userId: string,
  ids: readonly string[],
  now: number,
): Promise<number> {
  const rows = ids.map(item_id => ({ user_id: userId, item_id, created_at: now }))
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('favourites')
    .values(rows)
    .onConflict(oc => oc.columns(['user_id', 'item_id']).doNothing())
    .executeTakeFirstOrThrow()
  recordChange(db, 'account', [userId])
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/** @returns the number of deleted favourites */
export async function deleteFavourites(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('favourites')
    .where('user_id', '=', userId)
    .where('item_id', 'in', ids)
    .executeTakeFirstOrThrow()
  recordChange(db, 'account', [userId])
  return Number(numDeletedRows)
}

export async function countFavourites(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('favourites')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.total
}

/** Returns the ids of favourites that are not in the trash, oldest first. */
export async function findFavouriteIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favourites')
    .innerJoin('items', 'items.id', 'favourites.item_id')
    .select('item_id')
    .where('favourites.user_id', '=', userId)
    .where('items.trashed_at', 'is', null)
    .orderBy('favourites.created_at')
    .orderBy('item_id')
    .limit(MAX_FAVOURITES)
    .execute()
  return rows.map(row => row.item_id)
}
