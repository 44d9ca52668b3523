import type { Item } from '@coffer/contract/items'
import type { ListChange, Undo } from '../../lib/item-changes.ts'
import { createStore } from '../../lib/store.ts'

/** Files that are looked at over whatever page is open: those that were found, or favourites. */
interface LookedAt {
  /** The one that was opened. */
  item: Item
  files: readonly Item[]
}

export const lookedAt = createStore<LookedAt | null>(null)

/** @param items the list that is walked through; its folders are passed over */
export const lookAt = (item: Item, items: readonly Item[]): void =>
  lookedAt.set({ item, files: items.filter(one => one.type === 'file') })

/** Changes what is walked through, as lists are changed before the server has agreed. @returns what takes it back */
export function changeLookedAt(change: ListChange): Undo {
  const before = lookedAt.get()
  if (!before) return () => undefined
  lookedAt.set({ ...before, files: change(before.files) })
  return () => {
    if (lookedAt.get()?.item === before.item) lookedAt.set(before)
  }
}
