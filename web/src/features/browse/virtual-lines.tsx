import { useElementScrollRestoration } from '@tanstack/react-router'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { asGrid, asRows } from './grid-roles.ts'
import classes from './virtual-lines.module.css'

interface VirtualLinesProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  ref?: Ref<HTMLDivElement>
  count: number
  height: number
  /** Another list begins at its top. */
  listKey: string
  /** This line stays drawn, and comes into sight when it changes. */
  line: number | null
  onLook: (first: number, last: number) => void
  head?: ReactNode
  foot?: ReactNode
  children: (line: number) => ReactNode
}

const SCROLLER = 'items'
/** Lines beyond the edges that are drawn, and asked for, before they come into sight. */
const OVERSCAN = 8

/** A scrolling grid of any length that holds only the lines that are seen. */
export function VirtualLines({
  count,
  height,
  listKey,
  line,
  onLook,
  head,
  foot,
  children,
  ...props
}: VirtualLinesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const before = useElementScrollRestoration({ id: SCROLLER })
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    initialOffset: before?.scrollY ?? 0,
    rangeExtractor: range => withLine(range, line),
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of height counts.
  useLayoutEffect(() => virtualizer.measure(), [height])
  useTop(listKey, () => virtualizer.scrollToOffset(before?.scrollY ?? 0))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the line, not the list.
  useEffect(() => {
    if (line !== null && line < count) virtualizer.scrollToIndex(line, { align: 'auto' })
  }, [line])

  const lines = virtualizer.getVirtualItems()
  const first = virtualizer.range?.startIndex ?? 0
  const last = virtualizer.range?.endIndex ?? 0
  useEffect(
    () => onLook(Math.max(0, first - OVERSCAN), Math.min(Math.max(0, count - 1), last + OVERSCAN)),
    [first, last, count, onLook],
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
      <div {...asRows()} className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {lines.map(({ index, start }) => (
          <div
            key={index}
            role="presentation"
            className={classes.line}
            style={{ height, transform: `translateY(${start}px)` }}
          >
            {children(index)}
          </div>
        ))}
      </div>
      {foot}
    </div>
  )
}

function withLine(range: Range, line: number | null): number[] {
  const lines = defaultRangeExtractor(range)
  if (line === null || line >= range.count || lines.includes(line)) return lines
  return [...lines, line].sort((one, other) => one - other)
}

/** Goes to where the list was left, when another one is shown in the same place. */
function useTop(listKey: string, goThere: () => void): void {
  const shown = useRef(listKey)
  useLayoutEffect(() => {
    if (shown.current === listKey) return
    shown.current = listKey
    goThere()
  })
}
