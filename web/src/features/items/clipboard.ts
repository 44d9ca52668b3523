import type { Item } from '@coffer/contract/items'
import { createStore } from '../../lib/store.ts'
import type { ItemsOrAll } from './bulk-actions.ts'

interface Clipboard extends ItemsOrAll {
  how: 'move' | 'copy'
  /** Whether the system's clipboard has their names, so that files in it can only be newer. */
  isShared: boolean
}

export const emptyClipboard: Clipboard = { how: 'move', items: [], whole: null, isShared: false }

/** Cut and copied items wait here until they are pasted into a folder. */
export const clipboard = createStore<Clipboard>(emptyClipboard)

/** As in a file manager the newest is pasted: files of the system, or what waits here. */
export function whatIsPasted(
  pasted: { files: ArrayLike<unknown> },
  waiting: Clipboard,
): 'files' | 'items' | null {
  const hasItems = waiting.items.length > 0
  if (pasted.files.length > 0 && (waiting.isShared || !hasItems)) return 'files'
  return hasItems ? 'items' : null
}

/**
 * Puts their names in place of what the system's clipboard held. This way also works where the page came
 * by plain HTTP, and from a menu; but only at once, in answer to somebody's hand.
 * @returns whether the browser did so
 */
export function clearSystemClipboard(items: readonly Item[]): boolean {
  const names = items.map(({ attributes }) => attributes.name).join('\n')
  let isShared = false
  const write = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', names)
    isShared = event.clipboardData !== null
  }
  document.addEventListener('copy', write)
  document.execCommand('copy')
  document.removeEventListener('copy', write)
  return isShared
}
