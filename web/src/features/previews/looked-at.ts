import type { Item } from '@coffer/contract/items'
import { createStore } from '../../lib/store.ts'

/** Files that are looked at over whatever page is open: those that were found, or favourites. */
interface LookedAt {
  files: readonly Item[]
  index: number
}

export const lookedAt = createStore<LookedAt | null>(null)

/** @param items the list that is walked through; its folders are passed over */
export function lookAt(item: Item, items: readonly Item[]): void {
  const files = items.filter(one => one.type === 'file')
  lookedAt.set({ files, index: files.findIndex(one => one.id === item.id) })
}
