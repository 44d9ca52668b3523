import type { Item } from '@coffer/contract/items'
import type { ListChange, Undo } from '../../lib/item-changes.ts'
import { onUserLeft } from '../../lib/personal-list.ts'
import { createStore } from '../../lib/store.ts'

/**
 * The files of a preview that is not bound to a page's list, for example search results or
 * favourites.
 */
interface PreviewState {
  /** The file that was opened. */
  item: Item
  files: readonly Item[]
}

export const previewState = createStore<PreviewState | null>(null)

onUserLeft(() => previewState.set(null))

/**
 * Opens a preview.
 * @param items the list to navigate; folders are left out
 */
export const openPreview = (item: Item, items: readonly Item[]): void =>
  previewState.set({ item, files: items.filter(candidate => candidate.type === 'file') })

/**
 * Updates the previewed files optimistically.
 * @returns a function that undoes the change
 */
export function updatePreview(change: ListChange): Undo {
  const before = previewState.get()
  if (!before) return () => undefined
  previewState.set({ ...before, files: change(before.files) })
  return () => {
    if (previewState.get()?.item === before.item) previewState.set(before)
  }
}
