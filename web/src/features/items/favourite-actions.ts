import { addFavourites, MOST_FAVOURITES, removeFavourites } from '@coffer/contract/favourites'
import type { Item } from '@coffer/contract/items'
import i18next from 'i18next'
import { api } from '../../lib/api.ts'
import type { ItemCache, ListChange } from '../../lib/item-changes.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { doneToast } from '../../ui/toasts/undo.ts'

interface Marked {
  undo: () => void
  settle: () => void
}

const starred = (item: Item, is_favourite: boolean): Item => ({
  ...item,
  attributes: { ...item.attributes, is_favourite },
})

type Mark = (change: ListChange) => Marked

/** Confirms with an Undo toast. A refusal is shown and reverted. */
export async function markFavourites(
  cache: ItemCache,
  items: readonly Item[],
  isOn: boolean,
  mark: Mark,
): Promise<void> {
  const changing = items.filter(item => item.attributes.is_favourite !== isOn)
  if (changing.length === 0) return
  try {
    await setFavourites(cache, changing, isOn, mark)
  } catch (error) {
    return failurePopup(error)
  }
  const message = i18next.t(isOn ? 'actions.favourited' : 'actions.unfavourited', {
    count: changing.length,
    name: changing[0]?.attributes.name,
  })
  doneToast(message, () => setFavourites(cache, changing, !isOn, mark))
}

/** Optimistic: reverted when the server refuses. */
async function setFavourites(
  cache: ItemCache,
  changing: readonly Item[],
  isOn: boolean,
  mark: Mark,
): Promise<void> {
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
    throw error
  } finally {
    list.settle()
  }
}
