import { type PointerEvent, useRef } from 'react'
import { type Box, startMarquee } from './marquee.ts'
import type { ItemSelection } from './use-selection.ts'

interface MarqueeOptions {
  selection: Pick<ItemSelection, 'has' | 'beginMarquee'>
  /** Indexes of the rows in a box of a list of this width. */
  indexesIn: (box: Box, width: number) => number[]
}

/** Selects rows with a marquee; with Ctrl, Cmd or Shift it adds to the selection. */
export function useMarqueeSelection(options: MarqueeOptions) {
  const latest = useRef(options)
  latest.current = options
  const state = useRef({ isPressed: false, wasDrawn: false })
  return {
    /** Whether the pressed mouse draws a marquee and drags nothing. */
    isPressed: () => state.current.isPressed,
    /** Whether the click belongs to a finished marquee and is ignored. */
    wasDrawn: () => state.current.wasDrawn,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isPressed =
        event.pointerType === 'mouse' && event.button === 0 && canStartMarquee(event)
      state.current = { isPressed, wasDrawn: false }
      if (!isPressed) return
      const isAdding = event.ctrlKey || event.metaKey || event.shiftKey
      let marquee: ReturnType<ItemSelection['beginMarquee']> | undefined
      let over: number[] = []
      const list = event.currentTarget
      startMarquee(list, event.nativeEvent, {
        onStart: () => {
          state.current.wasDrawn = true
          marquee = latest.current.selection.beginMarquee(isAdding)
        },
        onChange: box => {
          const indexes = latest.current.indexesIn(box, list.clientWidth)
          if (marquee && isSame(indexes, over)) return
          over = indexes
          marquee?.over(indexes)
        },
        onEnd: isUpward => marquee?.end(isUpward ? over[0] : over.at(-1)),
        onCancel: () => marquee?.cancel(),
      })
    },
  }
}

const isSame = (first: readonly number[], second: readonly number[]): boolean =>
  first.length === second.length && first[0] === second[0] && first.at(-1) === second.at(-1)

/**
 * A marquee starts beside the rows, or in a row outside of its name and icon. Selected rows are
 * dragged from anywhere.
 */
function canStartMarquee({ target, currentTarget, clientX }: PointerEvent<HTMLElement>): boolean {
  if (!(target instanceof Element)) return false
  const { clientLeft, clientWidth } = currentTarget
  const x = clientX - currentTarget.getBoundingClientRect().left - clientLeft
  if (x < 0 || x > clientWidth) return false
  if (target.closest('button, a, input, [role="columnheader"]')) return false
  const row = target.closest('[data-index]')
  if (!row) return true
  if (row.getAttribute('aria-selected') === 'true' || row.role === 'gridcell') return false
  const cell = target.closest('[role="gridcell"]')
  return cell === target || cell !== row.firstElementChild
}
