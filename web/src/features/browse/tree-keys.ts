import type { KeyboardEvent } from 'react'
import { alongReading } from '../../lib/direction.ts'
import { findTyped } from '../../ui/type-ahead.ts'

/** Moves the focus in a tree as the ARIA Authoring Practices describe. */
export function handleTreeKey(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="treeitem"]')]
  const index = items.indexOf(event.target as HTMLElement)
  const item = items[index]
  if (!item) return
  const next =
    destination(alongReading(event.key), items, index, item) ?? findTyped(event, items, index)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function destination(
  key: string,
  items: HTMLElement[],
  index: number,
  item: HTMLElement,
): HTMLElement | null | undefined {
  const isOpen = item.ariaExpanded === 'true'
  switch (key) {
    case 'ArrowDown':
      return items[index + 1]
    case 'ArrowUp':
      return items[index - 1]
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    // ArrowRight moves from an open branch to its first child, ArrowLeft from a closed one to its
    // parent.
    case 'ArrowRight':
      return isOpen ? items[index + 1] : null
    case 'ArrowLeft':
      return isOpen ? null : items.slice(0, index).findLast(other => levelOf(other) < levelOf(item))
    default:
      return null
  }
}

const levelOf = (item: HTMLElement): number => Number(item.ariaLevel)
