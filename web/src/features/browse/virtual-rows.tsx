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

interface VirtualLinesProps extends Omit<HTMLAttributes<HTMLDivElement>, 'children'> {
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
/** Drawn, and asked for, beyond the edges before it comes into sight, in pixels: the screen scrolls on while the page is at work. */
const BEYOND = 640

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
  const extraHeight = useMemo(
    () => headings && { lines: inOrder(headings.words.keys()), by: headings.height },
    [headings],
  )
  const lines = { count, height, extraHeight }
  const { scroller, body, seen, show } = useVisibleRows<HTMLDivElement>(lines)
  useTop(scroller, listKey, count > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the line, not the list.
  useEffect(() => {
    if (line !== null && line < count) show(line)
  }, [line])

  const { first, last } = seen
  const beyond = Math.ceil(BEYOND / height)
  useEffect(
    () => onLook(Math.max(0, first - beyond), Math.min(Math.max(0, count - 1), last + beyond)),
    [first, last, count, onLook, beyond],
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
        style={{ height: startOf(count, lines) }}
      >
        {renderedRows(seen, lines, { beyond, kept: line }).map(index => (
          <Line
            key={index}
            index={index}
            top={startOf(index, lines)}
            height={height}
            heading={headings?.words.get(index)}
            room={headings?.height ?? 0}
            draw={children}
          />
        ))}
      </div>
      {foot}
    </div>
  )
}

interface LineProps {
  index: number
  top: number
  height: number
  heading: string | undefined
  /** For the heading. */
  room: number
  draw: (line: number) => ReactNode
}

/** Drawn anew only with its list, not when another line comes into sight. */
const Line = memo(function Line({ index, top, height, heading, room, draw }: LineProps) {
  if (heading === undefined)
    return (
      <div role="presentation" className={classes.line} style={{ top, height }}>
        {draw(index)}
      </div>
    )
  return (
    <div role="presentation" className={classes.line} style={{ top, height: room + height }}>
      <div {...asRow()} className={classes.heading} style={{ height: room }}>
        <span {...asRowHeader()}>{heading}</span>
      </div>
      <div role="presentation" style={{ height }}>
        {draw(index)}
      </div>
    </div>
  )
})

const inOrder = (lines: Iterable<number>): number[] => [...lines].sort((one, other) => one - other)

/** Goes to where the list was left, as soon as it is there, also when another one is shown in the same place. */
function useTop(scroller: RefObject<HTMLElement | null>, listKey: string, isThere: boolean): void {
  const before = useElementScrollRestoration({ id: SCROLLER })
  const shown = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (!isThere || shown.current === listKey) return
    shown.current = listKey
    if (scroller.current) scroller.current.scrollTop = before?.scrollY ?? 0
  })
}
