import { rowsOf } from '@coffer/contract'
import type { ListQuery } from '@coffer/contract/browse'
import type { Insertable, Updateable } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'
import { firstOf, prepared } from '../../db/prepared.ts'
import type { ShareRow, ShareTable, ShareWithItem } from '../../db/schema-sharing.ts'
import { favouriteOf, type ItemView, selectItemViews } from '../items/index.ts'
import { restrictedOwner } from '../restrictions/index.ts'

/** Inserts a share. */
export const insertShare = (db: Db, share: Insertable<ShareTable>): Promise<ShareRow> =>
  db.insertInto('shares').values(share).returningAll().executeTakeFirstOrThrow()

/** The share of an item, if there is one. */
export const findByItem = (db: Db, itemId: string): Promise<ShareRow | undefined> =>
  db.selectFrom('shares').selectAll().where('item_id', '=', itemId).executeTakeFirst()

/** Shares of trashed items are inactive (SHARE-10). */
const selectLinks = (db: Db) =>
  db
    .selectFrom('shares')
    .innerJoin('items', 'items.id', 'shares.item_id')
    .innerJoin('users', 'users.id', 'shares.owner_id')
    .innerJoin('user_settings', 'user_settings.user_id', 'shares.owner_id')
    .selectAll('shares')
    .select(['items.type', 'items.name', 'items.size_bytes', 'users.name as owner_name'])
    .select('user_settings.avatar_key as owner_avatar_key')
    .select(['user_settings.color as owner_color', restrictedOwner('shares.owner_id')])
    .where('items.trashed_at', 'is', null)

/** Prepared because every guest request runs it. */
const linkByHash = prepared((db, { hash }: { hash: string }) =>
  selectLinks(db).where('shares.token_hash', '=', hash),
)

/** The share with a token hash, unless its item is trashed. */
export const findShare = (db: Db, hash: string): Promise<ShareWithItem | undefined> =>
  firstOf(linkByHash(db, { hash }))

/** Those of the given shares whose items are not trashed. */
export const findLinks = (db: Db, ids: readonly string[]): Promise<ShareWithItem[]> =>
  selectLinks(db).where('shares.id', 'in', ids).execute()

/** Includes shares of trashed items, which their owner may still revoke. */
export const findOwn = (
  db: Db,
  ownerId: string,
  hash: string,
): Promise<(ShareRow & Pick<ShareWithItem, 'type' | 'name'>) | undefined> =>
  db
    .selectFrom('shares')
    .innerJoin('items', 'items.id', 'shares.item_id')
    .selectAll('shares')
    .select(['items.type', 'items.name'])
    .where('shares.token_hash', '=', hash)
    .where('shares.owner_id', '=', ownerId)
    .executeTakeFirst()

/** Updates a share and returns it; undefined when it was revoked meanwhile. */
export const updateShare = (
  db: Db,
  id: string,
  change: Updateable<ShareTable>,
): Promise<ShareRow | undefined> =>
  db.updateTable('shares').set(change).where('id', '=', id).returningAll().executeTakeFirst()

/** Locks a share until the transaction ends. */
export async function lockShare(db: Db, id: string): Promise<void> {
  if (hasRowLocks(db))
    await db.selectFrom('shares').select('id').where('id', '=', id).forUpdate().execute()
}

/** Deletes the owner's shares with these tokens and returns them. */
export const deleteOwn = (
  db: Db,
  ownerId: string,
  hashes: readonly string[],
): Promise<(Pick<ShareRow, 'id' | 'item_id'> & { name: string | null })[]> =>
  db
    .deleteFrom('shares')
    .where('owner_id', '=', ownerId)
    .where('token_hash', 'in', hashes)
    .returning(eb => [
      'id',
      'item_id',
      eb
        .selectFrom('items')
        .select('items.name')
        .whereRef('items.id', '=', 'shares.item_id')
        .as('name'),
    ])
    .execute()

/** Adds one to the visits of a share. */
export const countVisit = async (db: Db, id: string): Promise<void> => {
  await db
    .updateTable('shares')
    .set(eb => ({ visits: eb('visits', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

const SORT_COLUMNS = {
  name: 'items.sort_name',
  created_at: 'shares.created_at',
  updated_at: 'items.updated_at',
  size: 'items.size_bytes',
} as const

const sharedBy = (db: Db, ownerId: string) =>
  db
    .selectFrom('shares')
    .innerJoin('items', 'items.id', 'shares.item_id')
    .where('shares.owner_id', '=', ownerId)
    .where('items.trashed_at', 'is', null)

/** Number of a user's shared items. */
export async function countShared(db: Db, ownerId: string): Promise<number> {
  const row = await sharedBy(db, ownerId)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Lists shared items, folders first and the most recently shared first by default. */
export function listShared(
  db: Db,
  ownerId: string,
  { sort, direction, ...page }: ListQuery,
): Promise<ItemView[]> {
  const order = direction === 'ASC' ? 'asc' : 'desc'
  return selectItemViews(db, ownerId)
    .select(favouriteOf(ownerId))
    .where('shares.owner_id', '=', ownerId)
    .where('items.trashed_at', 'is', null)
    .orderBy('items.type', 'desc')
    .orderBy(SORT_COLUMNS[sort], order)
    .orderBy('items.id', order)
    .limit(page.per_page)
    .offset(rowsOf(page).offset)
    .execute()
}
