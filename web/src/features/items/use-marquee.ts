import { type PointerEvent, useRef } from 'react'
import { type Box, startMarquee } from './marquee.ts'
import type { ItemSelection } from './use-selection.ts'

interface BandOptions {
  selection: Pick<ItemSelection, 'has' | 'sweep'>
  /** The rows that lie in a piece of the list, which is so wide. */
  indexesIn: (box: Box, width: number) => number[]
}

/** Selects by a band that is drawn over the rows; with Ctrl, Cmd or Shift besides what is selected. */
export function useMarqueeSelection(options: BandOptions) {
  const latest = useRef(options)
  latest.current = options
  const state = useRef({ isPressed: false, wasDrawn: false })
  return {
    /** Whether it is a band that the mouse draws, and nothing that it drags. */
    isPressed: () => state.current.isPressed,
    /** The click at its end means nothing. */
    wasDrawn: () => state.current.wasDrawn,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const isPressed = event.pointerType === 'mouse' && event.button === 0 && isFree(event)
      state.current = { isPressed, wasDrawn: false }
      if (!isPressed) return
      const adds = event.ctrlKey || event.metaKey || event.shiftKey
      let sweep: ReturnType<ItemSelection['sweep']> | undefined
      let over: number[] = []
      const list = event.currentTarget
      startMarquee(list, event.nativeEvent, {
        onStart: () => {
          state.current.wasDrawn = true
          sweep = latest.current.selection.sweep(adds)
        },
        onOver: box => {
          const indexes = latest.current.indexesIn(box, list.clientWidth)
          if (sweep && isSame(indexes, over)) return
          over = indexes
          sweep?.over(indexes)
        },
        onEnd: isUpward => sweep?.end(isUpward ? over[0] : over.at(-1)),
        onGiveUp: () => sweep?.giveUp(),
      })
    },
  }
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one[0] === other[0] && one.at(-1) === other.at(-1)

/**
 * Beside the rows, and in a row beside what can be taken hold of: its name and picture. What is
 * selected is dragged, wherever it is taken.
 */
function isFree({ target, currentTarget, clientX }: PointerEvent<HTMLElement>): boolean {
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
