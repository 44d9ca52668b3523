import type { ReactNode } from 'react'
import { useVisibleRows } from '../../lib/use-visible-rows.ts'
import { renderedRows } from '../../lib/visible-rows.ts'
import classes from './virtual-rows.module.css'

interface VirtualRowsProps {
  label: string
  count: number
  /** In pixels. */
  rowHeight: number
  keyOf?: (index: number) => string | number
  renderRow: (index: number) => ReactNode
  className?: string | undefined
}

/** Rows that are rendered beyond the visible ones. */
const OVERSCAN = 4

/** A scrolling list that renders only its visible rows. */
export function VirtualRows({
  label,
  count,
  rowHeight,
  keyOf,
  renderRow,
  className,
}: VirtualRowsProps) {
  const { scroller, body, seen } = useVisibleRows<HTMLUListElement>({ count, height: rowHeight })
  return (
    <section
      ref={scroller}
      className={`${classes.list} ${className ?? ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
    >
      <ul ref={body} className={classes.body} style={{ height: count * rowHeight }}>
        {renderedRows(seen, { count }, { beyond: OVERSCAN }).map(index => (
          <li
            key={keyOf?.(index) ?? index}
            className={classes.row}
            style={{ top: index * rowHeight }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {renderRow(index)}
          </li>
        ))}
      </ul>
    </section>
  )
}
