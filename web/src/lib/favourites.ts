import type { User } from '@coffer/contract/account'
import type { Item } from '@coffer/contract/items'
import type { QueryClient } from '@tanstack/react-query'
import type { ListChange, Undo } from './item-changes.ts'

/** The user's query, with which his favourites come. */
export const USER = ['account', 'user'] as const

const withFavourites = (user: User, data: Item[]): User => ({
  ...user,
  relationships: { ...user.relationships, favourites: { data } },
})

/** Changes the favourites that are shown before the server has agreed. @returns what takes it back */
export function changeFavourites(queries: QueryClient, change: ListChange): Undo {
  const write = (data: Item[]) =>
    queries.setQueryData<User>(USER, user => user && withFavourites(user, data))
  const before = queries.getQueryData<User>(USER)?.relationships.favourites.data
  if (!before) return () => undefined
  write(change(before))
  return () => write(before)
}

/** Asks again for them, and for what else comes with the user. */
export const refreshFavourites = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: USER, exact: true })
