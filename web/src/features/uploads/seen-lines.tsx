import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import classes from './seen-lines.module.css'

interface SeenLinesProps {
  label: string
  count: number
  /** In pixels. */
  lineHeight: number
  keyOf?: (index: number) => string | number
  line: (index: number) => ReactNode
  className?: string | undefined
}

/** A long list that scrolls, of which only the seen lines are drawn. */
export function SeenLines({ label, count, lineHeight, keyOf, line, className }: SeenLinesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 4,
    ...(keyOf && { getItemKey: keyOf }),
  })
  return (
    <section
      ref={scroller}
      className={`${classes.list} ${className ?? ''}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
    >
      <ul className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <li
            key={key}
            className={classes.line}
            style={{ transform: `translateY(${start}px)` }}
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
