import type { Item } from '@coffer/contract/items'
import type { ApiScope } from './api-scope.ts'

/** Undoes an optimistic change. */
export type Undo = () => void

/** A change of a list of items. */
export type ListChange = (items: readonly Item[]) => Item[]

const undoBoth =
  (first: Undo, second: Undo): Undo =>
  () => {
    first()
    second()
  }

/** The cached lists of items, changed before the server confirms. Each change can be undone. */
export interface ItemCache {
  /** The scope whose API calls make the changes. */
  scope: ApiScope
  patch: (id: string, change: (item: Item) => Item) => Undo
  remove: (ids: ReadonlySet<string>, from?: 'everywhere' | 'folders') => Undo
  refresh: () => Promise<void>
}

/** Applies the same changes to one more list, whose items may be in no other list. */
export function alsoUpdating<C extends Pick<ItemCache, 'patch' | 'remove'>>(
  cache: C,
  write: (change: ListChange) => Undo,
): C {
  return {
    ...cache,
    patch: (id, change) =>
      undoBoth(
        cache.patch(id, change),
        write(items => items.map(item => (item.id === id ? change(item) : item))),
      ),
    remove: (ids, from) => {
      const undo = cache.remove(ids, from)
      if (from === 'folders') return undo
      return undoBoth(
        undo,
        write(items => items.filter(item => !ids.has(item.id))),
      )
    },
  }
}

type Ref = Pick<Item, 'id' | 'type'>

/** The most items that the server accepts in one call. */
export const BATCH_SIZE = 1000

/**
 * Removes items from the lists before calling the server; throws after restoring them if a call
 * fails.
 */
export async function removeOptimistically(
  cache: ItemCache,
  items: readonly Item[],
  call: (refs: Ref[]) => Promise<unknown>,
  /** Moved items leave their folder and stay in lists across folders. */
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
    // Some of several calls may have succeeded, and only the server knows the final state.
    void cache.refresh()
  }
}
