import type { Item } from '@coffer/contract/items'
import type { DragEvent } from 'react'
import { createStore } from '../../lib/store.ts'
import classes from './dragging.module.css'
import type { ItemSelection } from './use-selection.ts'

/** What is on its way by mouse. */
interface Dragged {
  /** Those of the items that are loaded. */
  items: readonly Item[]
  count: number
  /** All of them. */
  resolve: () => Promise<Item[]>
  whole: ItemSelection['whole']
  /** Ends the selection it was, when it is taken away. */
  clear: () => void
}

/** What a drag carries can't be read from it before it is dropped. */
export const dragged = createStore<Dragged | null>(null)

export function startDragging(event: DragEvent, load: Dragged): void {
  const { items } = load
  dragged.set(load)
  event.dataTransfer.effectAllowed = 'copyMove'
  event.dataTransfer.setData('text/plain', items.map(item => item.attributes.name).join('\n'))
  showBadge(event, load)
  const stop = new AbortController()
  const plus = showPlus(stop.signal)
  const end = () => {
    dragged.set(null)
    plus.remove()
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

/** Alt, Ctrl or Cmd makes it a copy: what hangs below the pointer can't be changed, so a plus goes beside it. */
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
 * Not into itself, and to be moved not where it lies already. What lies deeper only the server
 * knows.
 */
export const mayDropInto = (folderId: string | null, isCopy: boolean): boolean =>
  dragged.get()?.items.every(({ id, attributes, meta }) => {
    if (id === folderId) return false
    return isCopy ? meta.can.download : meta.can.move && attributes.parent_id !== folderId
  }) ?? false
