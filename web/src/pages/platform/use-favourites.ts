import type { User } from '@coffer/contract/account'
import type { Item } from '@coffer/contract/items'
import { useQueryClient } from '@tanstack/react-query'
import { userQuery } from '../../features/account/account.api.ts'
import { markFavourites } from '../../features/items/favourite-actions.ts'
import type { PlaceState } from './use-place.ts'

/** Stars of what is selected: on every item at once, and in the panel. */
export function useFavourites({ selection, cache }: PlaceState) {
  const mark = useMark()
  const isStarred =
    selection.items.length > 0 && selection.items.every(item => item.attributes.is_favourite)
  return {
    isStarred,
    star: async () => {
      const items = await selection.resolve()
      const usable = items.filter(item => item.meta.can.download)
      await markFavourites(cache, usable, !isStarred, mark)
    },
    starItem: (item: Item) => markFavourites(cache, [item], !item.attributes.is_favourite, mark),
  }
}

/** Puts the panel's list right before the server has answered. @returns what takes it back */
function useMark() {
  const queries = useQueryClient()
  return (change: (favourites: Item[]) => Item[]) => {
    const before = queries.getQueryData<User>(userQuery.queryKey)
    if (before) {
      const favourites = { data: change(before.relationships.favourites.data) }
      const relationships = { ...before.relationships, favourites }
      queries.setQueryData(userQuery.queryKey, { ...before, relationships })
    }
    return {
      undo: () => void (before && queries.setQueryData(userQuery.queryKey, before)),
      settle: () => void queries.invalidateQueries({ queryKey: userQuery.queryKey, exact: true }),
    }
  }
}
