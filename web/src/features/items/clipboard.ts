import type { Item } from '@coffer/contract/items'
import { createStore } from '../../lib/store.ts'

interface Clipboard {
  how: 'move' | 'copy'
  items: readonly Item[]
}

/** Cut and copied items wait here until they are pasted into a folder. */
export const clipboard = createStore<Clipboard>({ how: 'move', items: [] })

export const emptyClipboard: Clipboard = { how: 'move', items: [] }
