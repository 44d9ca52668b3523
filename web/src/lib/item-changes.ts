import type { Item } from '@coffer/contract/items'
import type { ApiScope } from './api-scope.ts'

/** Takes a change back. */
export type Undo = () => void

/** How a list is changed. */
export type ListChange = (items: readonly Item[]) => Item[]

const both =
  (one: Undo, other: Undo): Undo =>
  () => {
    one()
    other()
  }

/** What is shown of the items, which changes before the server has agreed. Each change can be undone. */
export interface ItemCache {
  /** By which the changes are made. */
  scope: ApiScope
  patch: (id: string, change: (item: Item) => Item) => Undo
  remove: (ids: ReadonlySet<string>, from?: 'everywhere' | 'folders') => Undo
  refresh: () => Promise<void>
}

/** The same changes in one more list, whose items may stand in none of the others. */
export function alsoUpdating<C extends Pick<ItemCache, 'patch' | 'remove'>>(
  cache: C,
  write: (change: ListChange) => Undo,
): C {
  return {
    ...cache,
    patch: (id, change) =>
      both(
        cache.patch(id, change),
        write(items => items.map(one => (one.id === id ? change(one) : one))),
      ),
    remove: (ids, from) => {
      const undo = cache.remove(ids, from)
      if (from === 'folders') return undo
      return both(
        undo,
        write(items => items.filter(one => !ids.has(one.id))),
      )
    },
  }
}

type Ref = Pick<Item, 'id' | 'type'>

/** As many as the server takes in one call. */
export const BATCH_SIZE = 1000

/** Takes items out of sight and then out of their place; throws after it has put them back. */
export async function removeOptimistically(
  cache: ItemCache,
  items: readonly Item[],
  call: (refs: Ref[]) => Promise<unknown>,
  /** What is moved leaves its folder and stays in the lists across folders. */
  from: 'everywhere' | 'folders' = 'everywhere',
): Promise<void> {
  const refs = items.map(({ id, type }) => ({ id, type }))
  const undo = cache.remove(new Set(refs.map(({ id }) => id)), from)
  try {
    for (let start = 0; start < refs.length; start += BATCH_SIZE)
      await call(refs.slice(start, start + BATCH_SIZE))
  } catch (error) {
    undo()
    throw error
  } finally {
    // Of several calls some may have succeeded, and only the server knows where everything is now.
    void cache.refresh()
  }
}
