import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStable } from './use-stable.ts'
import {
  NOTHING_VISIBLE,
  type Rows,
  rowAt,
  startOf,
  topToShow,
  type VisibleRange,
  visibleRows,
} from './visible-rows.ts'

/**
 * Tracks which rows of a long list are visible. Row heights are known, so nothing is measured per
 * row.
 */
export function useVisibleRows<Body extends HTMLElement>(rows: Rows) {
  const scroller = useRef<HTMLDivElement>(null)
  /** The element as high as all rows together. */
  const body = useRef<Body>(null)
  const [visible, setVisible] = useState(NOTHING_VISIBLE)

  const update = useStable((set: (now: VisibleRange) => void) => {
    const now = visibleNow(scroller, body, rows)
    if (now.first !== visible.first || now.last !== visible.last) set(now)
  })

  const before = useRef(rows)
  const { count, height, extraHeight } = rows
  // Only when these change, because reading positions forces a layout.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another list or other rows.
  useLayoutEffect(() => {
    keepVisibleRows(scroller, body, before.current, rows)
    before.current = rows
    update(setVisible)
  }, [count, height, extraHeight])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // Render in the same frame, otherwise the edge stays blank until the next one.
    const onScroll = () => update(now => flushSync(() => setVisible(now)))
    const resized = new ResizeObserver(() => update(setVisible))
    element.addEventListener('scroll', onScroll, { passive: true })
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      resized.disconnect()
    }
  }, [update])

  return {
    scroller,
    body,
    seen: visible,
    show: (row: number) => scrollToRow(row, scroller, body, rows),
  }
}

type ElementRef = RefObject<HTMLElement | null>

function visibleNow(scroller: ElementRef, body: ElementRef, rows: Rows): VisibleRange {
  if (!scroller.current || !body.current) return NOTHING_VISIBLE
  const { scrollTop, clientHeight } = scroller.current
  return visibleRows(scrollTop - body.current.offsetTop, clientHeight, rows)
}

/** Keeps the visible rows in place when rows above them change their height. */
function keepVisibleRows(scroller: ElementRef, body: ElementRef, before: Rows, rows: Rows): void {
  if (!scroller.current || !body.current || before.extraHeight === rows.extraHeight) return
  if (before.height !== rows.height || before.count === 0) return
  const top = scroller.current.scrollTop - body.current.offsetTop
  const row = rowAt(top, before)
  // The first visible row may be cut off, and then grows above the edge.
  const firstWholeRow = startOf(row, before) < top ? row + 1 : row
  const shift = startOf(firstWholeRow, rows) - startOf(firstWholeRow, before)
  if (top > 0 && shift !== 0) scroller.current.scrollTop += shift
}

/** Scrolls a row into view below the sticky content above the rows. */
function scrollToRow(row: number, scroller: ElementRef, body: ElementRef, rows: Rows): void {
  const element = scroller.current
  const offsetTop = body.current?.offsetTop ?? 0
  if (!element) return
  const top = topToShow(row, element.scrollTop, element.clientHeight - offsetTop, rows)
  if (top !== element.scrollTop) element.scrollTop = top
}
