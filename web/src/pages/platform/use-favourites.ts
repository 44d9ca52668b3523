import type { Item } from '@coffer/contract/items'
import { useQueryClient } from '@tanstack/react-query'
import { changeFavourites, refreshFavourites } from '../../lib/favourites.ts'
import type { ItemCache, ListChange } from '../../lib/item-changes.ts'
import type { ListState } from './use-list-page.ts'

/** Loaded with the first favourite. */
const actions = () => import('../../features/items/favourite-actions.ts')

/** Stars of what is selected: on every item at once, and in the panel. */
export function useFavourites({ selection, cache }: ListState) {
  const mark = useMark()
  const starItem = useStarItem(cache)
  const isStarred =
    selection.items.length > 0 && selection.items.every(item => item.attributes.is_favourite)
  return {
    isStarred,
    star: async () => {
      const items = await selection.resolve()
      const usable = items.filter(item => item.meta.can.download)
      await (await actions()).markFavourites(cache, usable, !isStarred, mark)
    },
    starItem,
  }
}

/** The star of one item, put on or taken off. */
export function useStarItem(cache: ItemCache): (item: Item) => Promise<void> {
  const mark = useMark()
  return async item =>
    (await actions()).markFavourites(cache, [item], !item.attributes.is_favourite, mark)
}

/** Puts the panel's list right before the server has answered. @returns what takes it back */
function useMark() {
  const queries = useQueryClient()
  return (change: ListChange) => ({
    undo: changeFavourites(queries, change),
    settle: () => void refreshFavourites(queries),
  })
}
