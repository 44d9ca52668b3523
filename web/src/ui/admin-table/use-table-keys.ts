import type { RowData } from '@tanstack/react-table'
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import type { TableContent } from './use-table-content.ts'

const rowOf = (target: EventTarget): HTMLElement | null =>
  (target as Element).closest<HTMLElement>('tbody tr[data-id]')

/** Presses the link or button that opens a row. */
const open = (row: Element): void => row.querySelector<HTMLElement>('[data-open]')?.click()

/** Pointer and keys of all rows: arrows, Home and End move, Enter opens, Space selects. */
export function useTableKeys<Row extends RowData>(content: TableContent<Row>) {
  const rowWith = (id: string | undefined) => content.rows.find(row => content.rowId(row) === id)
  const menuAt = (row: HTMLElement) => {
    const value = rowWith(row.dataset.id)
    if (value !== undefined) content.openMenu(value, row.querySelector('button') ?? row)
  }
  const select = (row: HTMLElement) => {
    if (content.canSelect && row.dataset.id) content.selectRow(row.dataset.id)
  }
  const clear = () => content.selection.clear()
  const move = (row: HTMLElement, event: KeyboardEvent) => {
    const target = targetOf(row, event.key)
    target?.focus()
    if (!target || !event.shiftKey || !content.canSelect) return
    const chosen = event.key.startsWith('Arrow') ? [target] : rowsBetween(row, target)
    content.selectRows(chosen.flatMap(({ dataset }) => dataset.id ?? []))
  }
  const run: Record<string, (row: HTMLElement, event: KeyboardEvent) => void> = {
    ArrowDown: move,
    ArrowUp: move,
    Home: move,
    End: move,
    Enter: open,
    ' ': select,
    ContextMenu: menuAt,
    F10: (row, event) => event.shiftKey && menuAt(row),
    Escape: clear,
  }
  return {
    onClick: (event: MouseEvent) => {
      const target = event.target as Element
      const row = rowOf(target)
      const isControl = target.closest('a, button, input, label') !== null
      if (row && !isControl && !getSelection()?.toString()) open(row)
    },
    onFocus: (event: FocusEvent) => {
      const id = rowOf(event.target)?.dataset.id
      if (id) content.setActive(id)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const row = rowOf(event.target)
      // Controls in the row keep their own keys.
      const isOnRow = row === event.target
      const action = run[event.key]
      if (!row || !action || event.ctrlKey || event.metaKey || event.altKey) return
      if (!isOnRow && !event.key.startsWith('Arrow') && event.key !== 'Escape') return
      event.preventDefault()
      action(row, event)
    },
  }
}

/** The rows from one to another, both included. */
function rowsBetween(first: HTMLElement, second: HTMLElement): HTMLElement[] {
  const rows = [...(first.parentElement?.children ?? [])] as HTMLElement[]
  const [from = 0, to] = [rows.indexOf(first), rows.indexOf(second)].sort((a, b) => a - b)
  return rows.slice(from, (to ?? from) + 1)
}

function targetOf(row: HTMLElement, key: string): HTMLElement | null {
  if (key === 'ArrowDown') return row.nextElementSibling as HTMLElement | null
  if (key === 'ArrowUp') return row.previousElementSibling as HTMLElement | null
  const rows = row.parentElement?.children
  return (key === 'Home' ? rows?.[0] : rows?.[rows.length - 1]) as HTMLElement | null
}
