import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStable } from './use-stable.ts'
import {
  type Lines,
  lineAt,
  NOTHING_VISIBLE,
  startOf,
  topToShow,
  type VisibleRange,
  visibleRows,
} from './visible-rows.ts'

/**
 * Follows which lines of a list are seen. How high they are is known, so nothing is measured or kept
 * for each of them, however many there are.
 */
export function useVisibleRows<Body extends HTMLElement>(lines: Lines) {
  const scroller = useRef<HTMLDivElement>(null)
  /** As high as all lines together. */
  const body = useRef<Body>(null)
  const [seen, setSeen] = useState(NOTHING_VISIBLE)

  const follow = useStable((set: (now: VisibleRange) => void) => {
    const now = seenNow(scroller, body, lines)
    if (now.first !== seen.first || now.last !== seen.last) set(now)
  })

  const before = useRef(lines)
  const { count, height, extraHeight } = lines
  // Only then, since asking where things are makes the browser work it out before it has to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, or other lines.
  useLayoutEffect(() => {
    keepSight(scroller, body, before.current, lines)
    before.current = lines
    follow(setSeen)
  }, [count, height, extraHeight])
  useEffect(() => {
    const place = scroller.current
    if (!place) return
    // In the frame that shows it: a render that is put off would leave the edge blank until the next.
    const onScroll = () => follow(now => flushSync(() => setSeen(now)))
    const resized = new ResizeObserver(() => follow(setSeen))
    place.addEventListener('scroll', onScroll, { passive: true })
    resized.observe(place)
    return () => {
      place.removeEventListener('scroll', onScroll)
      resized.disconnect()
    }
  }, [follow])

  return { scroller, body, seen, show: (line: number) => show(line, scroller, body, lines) }
}

type Place = RefObject<HTMLElement | null>

function seenNow(scroller: Place, body: Place, lines: Lines): VisibleRange {
  if (!scroller.current || !body.current) return NOTHING_VISIBLE
  const { scrollTop, clientHeight } = scroller.current
  return visibleRows(scrollTop - body.current.offsetTop, clientHeight, lines)
}

/** Lines above the edge that have become higher move nothing that is seen. */
function keepSight(scroller: Place, body: Place, before: Lines, lines: Lines): void {
  if (!scroller.current || !body.current || before.extraHeight === lines.extraHeight) return
  if (before.height !== lines.height || before.count === 0) return
  const top = scroller.current.scrollTop - body.current.offsetTop
  const line = lineAt(top, before)
  // The upper one that is seen may be cut by the edge, and then grows above it.
  const whole = startOf(line, before) < top ? line + 1 : line
  const by = startOf(whole, lines) - startOf(whole, before)
  if (top > 0 && by !== 0) scroller.current.scrollTop += by
}

/** What stands above the lines stays over them while they scroll, and hides as much. */
function show(line: number, scroller: Place, body: Place, lines: Lines): void {
  const [place, head] = [scroller.current, body.current?.offsetTop ?? 0]
  if (!place) return
  const top = topToShow(line, place.scrollTop, place.clientHeight - head, lines)
  if (top !== place.scrollTop) place.scrollTop = top
}
