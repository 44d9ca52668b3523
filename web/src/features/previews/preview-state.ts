import type { Item } from '@coffer/contract/items'
import type { ListChange, Undo } from '../../lib/item-changes.ts'
import { createStore } from '../../lib/store.ts'

/** Files that are looked at over whatever page is open: those that were found, or favourites. */
interface PreviewState {
  /** The one that was opened. */
  item: Item
  files: readonly Item[]
}

export const previewState = createStore<PreviewState | null>(null)

/** @param items the list that is walked through; its folders are passed over */
export const openPreview = (item: Item, items: readonly Item[]): void =>
  previewState.set({ item, files: items.filter(one => one.type === 'file') })

/** Changes what is walked through, as lists are changed before the server has agreed. @returns what takes it back */
export function updatePreview(change: ListChange): Undo {
  const before = previewState.get()
  if (!before) return () => undefined
  previewState.set({ ...before, files: change(before.files) })
  return () => {
    if (previewState.get()?.item === before.item) previewState.set(before)
  }
}
