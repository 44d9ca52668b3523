import type { Item } from '@coffer/contract/items'
import type { DragEvent } from 'react'
import { createStore } from '../../lib/store.ts'
import classes from './dragging.module.css'

/** What is on its way by mouse. */
interface Dragged {
  /** Those of the items that are loaded. */
  items: readonly Item[]
  count: number
  /** All of them. */
  resolve: () => Promise<Item[]>
}

/** What a drag carries can't be read from it before it is dropped. */
export const dragged = createStore<Dragged | null>(null)

export function startDragging(event: DragEvent, load: Dragged): void {
  const { items } = load
  dragged.set(load)
  // Alt or Ctrl makes it a copy; the browser shows a plus then.
  event.dataTransfer.effectAllowed = 'copyMove'
  event.dataTransfer.setData('text/plain', items.map(item => item.attributes.name).join('\n'))
  showBadge(event, load)
  const stop = new AbortController()
  const end = () => {
    dragged.set(null)
    stop.abort()
  }
  addEventListener('dragend', end, { signal: stop.signal })
  // The row may be gone by then, when a folder was opened under the drag; it ends in silence then.
  setTimeout(() => addEventListener('pointermove', end, { signal: stop.signal }))
}

/** What hangs below the pointer: the item's name, and how many there are. */
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
  // The browser has drawn it by then.
  setTimeout(() => badge.remove())
}

/**
 * Not into itself, and to be moved not where it lies already. What lies deeper only the server
 * knows.
 */
export const mayDropInto = (folderId: string | null, isCopy: boolean): boolean =>
  dragged.get()?.items.every(({ id, attributes, meta }) => {
    if (id === folderId) return false
    return isCopy ? meta.can.download : meta.can.move && attributes.parent_id !== folderId
  }) ?? false
