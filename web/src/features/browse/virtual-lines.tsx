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
import { asGrid, asRow, asRowHeader, asRows } from './grid-roles.ts'
import classes from './virtual-lines.module.css'

interface VirtualLinesProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
  ref?: Ref<HTMLDivElement>
  count: number
  height: number
  /** Another list begins at its top. */
  listKey: string
  /** This line stays drawn, and comes into sight when it changes. */
  line: number | null
  /** Above these lines; only those that are known. */
  headings?: Headings | undefined
  onLook: (first: number, last: number) => void
  head?: ReactNode
  foot?: ReactNode
  children: (line: number) => ReactNode
}

export interface Headings {
  height: number
  words: ReadonlyMap<number, string>
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
  headings,
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
  useHeadings(headings, height, virtualizer.resizeItem)
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
        {lines.map(({ index, start, size }) => {
          const heading = size > height && headings?.words.get(index)
          return (
            <div
              key={index}
              role="presentation"
              className={classes.line}
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {heading ? (
                <>
                  <div {...asRow()} className={classes.heading} style={{ height: size - height }}>
                    <span {...asRowHeader()}>{heading}</span>
                  </div>
                  <div role="presentation" style={{ height }}>
                    {children(index)}
                  </div>
                </>
              ) : (
                children(index)
              )}
            </div>
          )
        })}
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

/** Makes room for them. What lies above the edge moves nothing that is seen. */
function useHeadings(
  headings: Headings | undefined,
  height: number,
  resize: (line: number, size: number) => void,
): void {
  const shown = useRef<Headings['words']>(NO_HEADINGS)
  const words = headings?.words ?? NO_HEADINGS
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height of lines measures them anew.
  useLayoutEffect(() => {
    for (const line of shown.current.keys()) if (!words.has(line)) resize(line, height)
    for (const line of words.keys()) resize(line, height + (headings?.height ?? 0))
    shown.current = words
  }, [words, height])
}

const NO_HEADINGS: Headings['words'] = new Map()

/** Goes to where the list was left, when another one is shown in the same place. */
function useTop(listKey: string, goThere: () => void): void {
  const shown = useRef(listKey)
  useLayoutEffect(() => {
    if (shown.current === listKey) return
    shown.current = listKey
    goThere()
  })
}
