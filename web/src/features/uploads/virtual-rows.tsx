import type { ReactNode } from 'react'
import { useVisibleRows } from '../../lib/use-visible-rows.ts'
import { renderedRows } from '../../lib/visible-rows.ts'
import classes from './virtual-rows.module.css'

interface SeenLinesProps {
  label: string
  count: number
  /** In pixels. */
  lineHeight: number
  keyOf?: (index: number) => string | number
  line: (index: number) => ReactNode
  className?: string | undefined
}

/** Lines beyond the edges that are drawn before they come into sight. */
const BEYOND = 4

/** A long list that scrolls, of which only the seen lines are drawn. */
export function VirtualRows({ label, count, lineHeight, keyOf, line, className }: SeenLinesProps) {
  const { scroller, body, seen } = useVisibleRows<HTMLUListElement>({ count, height: lineHeight })
  return (
    <section
      ref={scroller}
      className={`${classes.list} ${className ?? ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
    >
      <ul ref={body} className={classes.body} style={{ height: count * lineHeight }}>
        {renderedRows(seen, { count }, { beyond: BEYOND }).map(index => (
          <li
            key={keyOf?.(index) ?? index}
            className={classes.line}
            style={{ top: index * lineHeight }}
            aria-setsize={count}
            aria-posinset={index + 1}
          >
            {line(index)}
          </li>
        ))}
      </ul>
    </section>
  )
}
