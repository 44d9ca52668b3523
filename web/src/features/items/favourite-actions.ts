import { addFavourites, MAX_FAVOURITES, removeFavourites } from '@coffer/contract/favourites'
import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import type { ItemCache, ListChange, Undo } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'

const withFavourite = (item: Item, is_favourite: boolean): Item => ({
  ...item,
  attributes: { ...item.attributes, is_favourite },
})

/** Updates the favourites in the panel. */
type Mark = (change: ListChange) => Undo

/** Adds or removes favourites. The toast can undo it; an error is shown and reverted. */
export async function markFavourites(
  cache: ItemCache,
  items: readonly Item[],
  isOn: boolean,
  mark: Mark,
): Promise<void> {
  const changedItems = items.filter(item => item.attributes.is_favourite !== isOn)
  if (changedItems.length === 0) return
  try {
    await setFavourites(cache, changedItems, isOn, mark)
  } catch (error) {
    return failurePopup(error)
  }
  const message = i18next.t(isOn ? 'actions.favourited' : 'actions.unfavourited', {
    count: changedItems.length,
    name: changedItems[0]?.attributes.name,
  })
  doneToast(message, () => setFavourites(cache, changedItems, !isOn, mark))
}

/** Updates the lists optimistically, and reverts them when the server rejects it. */
async function setFavourites(
  cache: ItemCache,
  changedItems: readonly Item[],
  isOn: boolean,
  mark: Mark,
): Promise<void> {
  const ids = changedItems.map(item => item.id)
  const undo = ids.map(id => cache.patch(id, item => withFavourite(item, isOn)))
  const undoList = mark(favourites => [
    ...favourites.filter(({ id }) => !ids.includes(id)),
    ...(isOn ? changedItems.map(item => withFavourite(item, true)) : []),
  ])
  try {
    // In batches; the server rejects more favourites than it allows with its own message.
    for (let start = 0; start < ids.length; start += MAX_FAVOURITES) {
      const batch = ids.slice(start, start + MAX_FAVOURITES)
      await api(isOn ? addFavourites : removeFavourites, { body: { ids: batch } })
    }
  } catch (error) {
    undoList()
    for (const revert of undo.reverse()) revert()
    throw error
  } finally {
    // The optimistic changes have cancelled the requests of the lists.
    void cache.refresh()
  }
}
