import type { KeyboardEvent } from 'react'
import { alongReading } from '../../lib/direction.ts'

/** Moves the focus through a tree as the ARIA practices describe it. */
export function handleTreeKey(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  const here = items.indexOf(event.target as HTMLElement)
  const item = items[here]
  if (!item) return
  const next = destination(alongReading(event.key), items, here, item)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function destination(
  key: string,
  items: HTMLElement[],
  here: number,
  item: HTMLElement,
): HTMLElement | null | undefined {
  const isOpen = item.ariaExpanded === 'true'
  switch (key) {
    case 'ArrowDown':
      return items[here + 1]
    case 'ArrowUp':
      return items[here - 1]
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    // An open branch leads on to its first child, a closed one back to its parent.
    case 'ArrowRight':
      return isOpen ? items[here + 1] : null
    case 'ArrowLeft':
      return isOpen ? null : items.slice(0, here).findLast(other => levelOf(other) < levelOf(item))
    default:
      return null
  }
}

const levelOf = (item: HTMLElement): number => Number(item.ariaLevel)
