import type { Item } from '@coffer/contract/items'
import { onUserLeft } from '../../lib/personal-list.ts'
import { createStore } from '../../lib/store.ts'
import type { ItemsOrAll } from './bulk-actions.ts'

interface Clipboard extends ItemsOrAll {
  how: 'move' | 'copy'
  /**
   * Whether the items' names are in the system clipboard, so that files in it can only be newer.
   */
  isShared: boolean
}

export const emptyClipboard: Clipboard = { how: 'move', items: [], bulk: null, isShared: false }

/** Cut and copied items until they are pasted into a folder. */
export const clipboard = createStore<Clipboard>(emptyClipboard)

onUserLeft(() => clipboard.set(emptyClipboard))

/**
 * Returns which is newer, as in a file manager: files in the system clipboard or cut and copied
 * items.
 */
export function pastedContent(
  pasted: { files: ArrayLike<unknown> },
  cut: Clipboard,
): 'files' | 'items' | null {
  const hasItems = cut.items.length > 0
  if (pasted.files.length > 0 && (cut.isShared || !hasItems)) return 'files'
  return hasItems ? 'items' : null
}

/**
 * Replaces the system clipboard with the items' names. Unlike the Clipboard API, `execCommand` also
 * works over plain HTTP and from a menu, but only during a user gesture.
 * @returns whether the browser did so
 */
export function clearSystemClipboard(items: readonly Item[]): boolean {
  const names = items.map(({ attributes }) => attributes.name).join('\n')
  let isShared = false
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault()
    event.clipboardData?.setData('text/plain', names)
    isShared = event.clipboardData !== null
  }
  document.addEventListener('copy', onCopy)
  document.execCommand('copy')
  document.removeEventListener('copy', onCopy)
  return isShared
}
