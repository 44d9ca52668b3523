import type { Item } from '@coffer/contract/items'
import { useQueryClient } from '@tanstack/react-query'
import { changeFavourites } from '../../lib/favourites.ts'
import type { ItemCache, ListChange } from '../../lib/item-changes.ts'
import { withFailurePopup } from '../../ui/popups/popups.ts'
import type { ListState } from './use-list-page.ts'

/** Loaded with the first favourite. */
const loadActions = () => import('../../features/items/favourite-actions.ts')

/** Marks the selected items as favourites, in all lists and in the panel. */
export function useFavourites({ selection, cache }: ListState) {
  const updatePanel = usePanelUpdate()
  const starItem = useStarItem(cache)
  const isStarred =
    selection.items.length > 0 && selection.items.every(item => item.attributes.is_favourite)
  return {
    isStarred,
    star: withFailurePopup(async () => {
      const items = await selection.resolve()
      const usable = items.filter(item => item.meta.can.download)
      await (await loadActions()).markFavourites(cache, usable, !isStarred, updatePanel)
    }),
    starItem,
  }
}

/** Toggles the favourite mark of one item. */
export function useStarItem(cache: ItemCache): (item: Item) => Promise<void> {
  const updatePanel = usePanelUpdate()
  return async item =>
    (await loadActions()).markFavourites(cache, [item], !item.attributes.is_favourite, updatePanel)
}

/**
 * Updates the favourites in the panel before the server responds.
 * @returns a function that undoes the change
 */
function usePanelUpdate() {
  const queries = useQueryClient()
  return (change: ListChange) => changeFavourites(queries, change)
}
