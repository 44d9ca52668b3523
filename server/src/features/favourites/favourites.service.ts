import { MAX_FAVOURITES } from '@coffer/contract/favourites'
import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findVisible, type ItemView, lockItems } from '../items/index.ts'
import * as favourites from './favourites.repository.ts'

interface Outcome {
  changed: number
  skipped: number
}

/**
 * Adds items to the user's favourites; every item that the user can open is allowed.
 * @throws AppError `item.not_found` or `favourite.too_many`
 */
export const addFavourites = (
  { transact, now }: Pick<Deps, 'transact' | 'now'>,
  actor: UserActor,
  ids: readonly string[],
): Promise<Outcome> =>
  transact(async tx => {
    const refs = [...new Set(ids)].map(id => ({ id }))
    const locked = await lockItems(tx, actor, refs, 'download')
    if (locked.some(({ item }) => item.trashed_at !== null)) throw new AppError('item.not_found')
    const itemIds = locked.map(({ item }) => item.id)
    const at = now().getTime()
    const changed = await favourites.insertFavourites(tx, actor.userId, itemIds, at)
    const total = await favourites.countFavourites(tx, actor.userId)
    if (total > MAX_FAVOURITES)
      throw new AppError('favourite.too_many', { values: { limit: MAX_FAVOURITES } })
    return { changed, skipped: ids.length - changed }
  })

/** Removes favourites, including those of items that the user can no longer see. */
export const removeFavourites = (
  { transact }: Pick<Deps, 'transact'>,
  actor: UserActor,
  ids: readonly string[],
): Promise<Outcome> =>
  transact(async tx => {
    const changed = await favourites.deleteFavourites(tx, actor.userId, ids)
    return { changed, skipped: ids.length - changed }
  })

/** Returns the favourite items that the user can still see, in two queries. */
export async function listFavourites(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
): Promise<ItemView[]> {
  const ids = await favourites.findFavouriteIds(db, actor.userId)
  return ids.length > 0 ? (await findVisible(db, actor, ids)).map(({ item }) => item) : []
}
