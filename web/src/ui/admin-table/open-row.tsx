import { Link } from '@tanstack/react-router'
import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import classes from './table-grid.module.css'
import type { TableContent } from './use-table-content.ts'

interface OpenRowProps<Row extends RowData> {
  content: TableContent<Row>
  row: Row
  /** Cards are reached with Tab, rows of the table with the arrow keys. */
  isCard?: boolean
  children: ReactNode
}

/** The control that opens a row. A press anywhere in the row presses it. */
export function OpenRow<Row extends RowData>({
  content,
  row,
  isCard = false,
  children,
}: OpenRowProps<Row>) {
  const { rowLink, onOpen } = content
  const common = {
    className: isCard ? classes.card : classes.open,
    tabIndex: isCard ? 0 : -1,
    'data-open': true,
  } as const
  if (rowLink)
    return (
      <Link {...rowLink(row)} {...common}>
        {children}
      </Link>
    )
  if (onOpen)
    return (
      <button type="button" {...common} onClick={() => onOpen(row)}>
        {children}
      </button>
    )
  return <span className={common.className}>{children}</span>
}
