import { addFavourites, MOST_FAVOURITES, removeFavourites } from '@coffer/contract/favourites'
import type { Item } from '@coffer/contract/items'
import { api } from '../../lib/api.ts'
import type { ItemCache, ListChange } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'

interface Marked {
  undo: () => void
  settle: () => void
}

const starred = (item: Item, is_favourite: boolean): Item => ({
  ...item,
  attributes: { ...item.attributes, is_favourite },
})

/** Stars at once, asks the server, and takes it back when that refuses. */
export async function markFavourites(
  cache: ItemCache,
  items: readonly Item[],
  isOn: boolean,
  mark: (change: ListChange) => Marked,
): Promise<void> {
  const changing = items.filter(item => item.attributes.is_favourite !== isOn)
  if (changing.length === 0) return
  const ids = changing.map(item => item.id)
  const undo = ids.map(id => cache.patch(id, item => starred(item, isOn)))
  const list = mark(favourites => [
    ...favourites.filter(({ id }) => !ids.includes(id)),
    ...(isOn ? changing.map(item => starred(item, true)) : []),
  ])
  try {
    // In as many calls as it takes; more than the server keeps is refused by it, with its words.
    for (let start = 0; start < ids.length; start += MOST_FAVOURITES) {
      const some = ids.slice(start, start + MOST_FAVOURITES)
      await api(isOn ? addFavourites : removeFavourites, { body: { ids: some } })
    }
  } catch (error) {
    list.undo()
    for (const revert of undo.reverse()) revert()
    failurePopup(error)
  } finally {
    list.settle()
  }
}
