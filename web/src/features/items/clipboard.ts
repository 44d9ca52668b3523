import { createStore } from '../../lib/store.ts'
import type { Picked } from './whole-actions.ts'

interface Clipboard extends Picked {
  how: 'move' | 'copy'
}

/** Cut and copied items wait here until they are pasted into a folder. */
export const clipboard = createStore<Clipboard>({ how: 'move', items: [], whole: null })

export const emptyClipboard: Clipboard = { how: 'move', items: [], whole: null }
