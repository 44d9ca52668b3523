import type { User } from '@coffer/contract/account'
import type { Item } from '@coffer/contract/items'
import type { QueryClient } from '@tanstack/react-query'
import type { ListChange, Undo } from './item-changes.ts'

/** Query key of the user, whose favourites come with it. */
export const USER = ['account', 'user'] as const

const withFavourites = (user: User, data: Item[]): User => ({
  ...user,
  relationships: { ...user.relationships, favourites: { data } },
})

/**
 * Updates the cached favourites before the server confirms.
 * @returns a function that undoes the change
 */
export function changeFavourites(queries: QueryClient, change: ListChange): Undo {
  const write = (data: Item[]) =>
    queries.setQueryData<User>(USER, user => user && withFavourites(user, data))
  const before = queries.getQueryData<User>(USER)?.relationships.favourites.data
  if (!before) return () => undefined
  write(change(before))
  return () => write(before)
}

/** Refetches the favourites, and everything else in the user query and the queries below it. */
export const refreshFavourites = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: USER })
