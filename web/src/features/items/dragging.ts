import type { Item } from '@coffer/contract/items'
import type { DragEvent } from 'react'
import { createStore } from '../../lib/store.ts'
import classes from './dragging.module.css'
import type { ItemSelection } from './use-selection.ts'

/** The items of the current drag. */
interface Dragged {
  /** The loaded items. */
  items: readonly Item[]
  count: number
  /** Loads all items. */
  resolve: () => Promise<Item[]>
  bulk: ItemSelection['bulk']
  /** Clears the selection after the items are moved. */
  clear: () => void
}

/** A drag's data can't be read before the drop, so it is kept here. */
export const dragged = createStore<Dragged | null>(null)

/** Starts dragging items, with a badge below the pointer and a plus while copying. */
export function startDragging(event: DragEvent, payload: Dragged): void {
  const { items } = payload
  dragged.set(payload)
  event.dataTransfer.effectAllowed = 'copyMove'
  event.dataTransfer.setData('text/plain', items.map(item => item.attributes.name).join('\n'))
  showBadge(event, payload)
  const stop = new AbortController()
  const plus = showPlus(stop.signal)
  const end = () => {
    dragged.set(null)
    plus.remove()
    stop.abort()
  }
  addEventListener('dragend', end, { signal: stop.signal })
  // The row may be unmounted, when a folder was opened under the drag; then no dragend is fired.
  setTimeout(() => addEventListener('pointermove', end, { signal: stop.signal }))
}

/** Sets the drag image: the item's name and the number of items. */
function showBadge(event: DragEvent, { items, count }: Dragged): void {
  const badge = document.createElement('div')
  badge.className = classes.badge ?? ''
  badge.textContent = items[0]?.attributes.name ?? ''
  if (count > 1) {
    const number = document.createElement('span')
    number.className = classes.count ?? ''
    number.textContent = String(count)
    badge.append(number)
  }
  document.body.append(badge)
  event.dataTransfer.setDragImage(badge, -10, -6)
  // The browser has captured the image by then.
  setTimeout(() => badge.remove())
}

/**
 * Shows a plus beside the pointer while Alt, Ctrl or Cmd is pressed, because the drag image can't
 * change.
 */
function showPlus(signal: AbortSignal): HTMLElement {
  const plus = document.createElement('div')
  plus.className = classes.plus ?? ''
  plus.textContent = '+'
  plus.hidden = true
  document.body.append(plus)
  const follow = ({ clientX, clientY, altKey, ctrlKey, metaKey }: globalThis.DragEvent) => {
    plus.hidden = !(altKey || ctrlKey || metaKey)
    plus.style.transform = `translate(${clientX - 12}px, ${clientY + 10}px)`
  }
  addEventListener('dragover', follow, { signal, capture: true })
  return plus
}

/**
 * Whether the dragged items may be dropped into a folder: not into themselves, and not moved to
 * their own folder. The server checks deeper levels.
 */
export const mayDropInto = (folderId: string | null, isCopy: boolean): boolean =>
  dragged.get()?.items.every(({ id, attributes, meta }) => {
    if (id === folderId) return false
    return isCopy ? meta.can.download : meta.can.move && attributes.parent_id !== folderId
  }) ?? false
