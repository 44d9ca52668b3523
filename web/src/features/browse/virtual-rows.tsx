import { useElementScrollRestoration } from '@tanstack/react-router'
import {
  type HTMLAttributes,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { useVisibleRows } from '../../lib/use-visible-rows.ts'
import { renderedRows, startOf } from '../../lib/visible-rows.ts'
import { asGrid, asRow, asRowHeader, asRows } from './grid-roles.ts'
import classes from './virtual-rows.module.css'

interface VirtualRowsProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  count: number
  height: number
  /** Changing the list scrolls to its top. */
  listKey: string
  /** This row stays rendered, and is scrolled into view when it changes. */
  currentRow: number | null
  /** Headings above rows; only those that are known. */
  headings?: Headings | undefined
  onVisibleRows: (first: number, last: number) => void
  head?: ReactNode
  foot?: ReactNode
  children: (currentRow: number) => ReactNode
}

export interface Headings {
  height: number
  labels: ReadonlyMap<number, string>
}

const SCROLLER = 'items'
/**
 * Rows this far beyond the edges are rendered and loaded before they become visible, because
 * scrolling does not wait for the page's scripts.
 */
const OVERSCAN_PX = 640

/** A scrolling grid of any length that renders only its visible rows. */
export function VirtualRows({
  count,
  height,
  listKey,
  currentRow,
  headings,
  onVisibleRows,
  head,
  foot,
  children,
  ...props
}: VirtualRowsProps) {
  const extraHeight = useMemo(
    () => headings && { lines: sortNumbers(headings.labels.keys()), by: headings.height },
    [headings],
  )
  const rows = { count, height, extraHeight }
  const { scroller, body, seen, show } = useVisibleRows<HTMLDivElement>(rows)
  useScrollRestoration(scroller, listKey, count > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the row, not the list.
  useEffect(() => {
    if (currentRow !== null && currentRow < count) show(currentRow)
  }, [currentRow])

  const { first, last } = seen
  const overscan = Math.ceil(OVERSCAN_PX / height)
  useEffect(
    () =>
      onVisibleRows(
        Math.max(0, first - overscan),
        Math.min(Math.max(0, count - 1), last + overscan),
      ),
    [first, last, count, onVisibleRows, overscan],
  )

  return (
    <div
      {...props}
      ref={scroller}
      {...asGrid()}
      className={classes.scroller}
      data-scroll-restoration-id={SCROLLER}
    >
      {head}
      <div
        {...asRows()}
        ref={body}
        className={classes.body}
        style={{ height: startOf(count, rows) }}
      >
        {renderedRows(seen, rows, { beyond: overscan, kept: currentRow }).map(index => (
          <VirtualRow
            key={index}
            index={index}
            top={startOf(index, rows)}
            height={height}
            heading={headings?.labels.get(index)}
            headingHeight={headings?.height ?? 0}
            renderRow={children}
          />
        ))}
      </div>
      {foot}
    </div>
  )
}

interface VirtualRowProps {
  index: number
  top: number
  height: number
  heading: string | undefined
  /** Height of the heading. */
  headingHeight: number
  renderRow: (currentRow: number) => ReactNode
}

/** Renders again only with its list, not when other rows become visible. */
const VirtualRow = memo(function VirtualRow({
  index,
  top,
  height,
  heading,
  headingHeight,
  renderRow,
}: VirtualRowProps) {
  if (heading === undefined)
    return (
      <div role="presentation" className={classes.row} style={{ top, height }}>
        {renderRow(index)}
      </div>
    )
  return (
    <div
      role="presentation"
      className={classes.row}
      style={{ top, height: headingHeight + height }}
    >
      <div {...asRow()} className={classes.heading} style={{ height: headingHeight }}>
        <span {...asRowHeader()}>{heading}</span>
      </div>
      <div role="presentation" style={{ height }}>
        {renderRow(index)}
      </div>
    </div>
  )
})

const sortNumbers = (numbers: Iterable<number>): number[] =>
  [...numbers].sort((first, second) => first - second)

/**
 * Restores the scroll position of a list once its rows are loaded, also when another list replaces
 * it.
 */
function useScrollRestoration(
  scroller: RefObject<HTMLElement | null>,
  listKey: string,
  hasRows: boolean,
): void {
  const restored = useElementScrollRestoration({ id: SCROLLER })
  const restoredKey = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!hasRows || restoredKey.current === listKey) return
    restoredKey.current = listKey
    if (scroller.current) scroller.current.scrollTop = restored?.scrollY ?? 0
  })
}
