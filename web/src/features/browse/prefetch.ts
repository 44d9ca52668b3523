import { PAGE_SIZE } from '@coffer/contract/constants'

interface RowRange {
  from: number
  to: number
}

/** The visible rows and the direction of the last scroll step: 1 is down, -1 is up, 0 is unknown. */
interface ScrollPosition extends RowRange {
  direction: -1 | 0 | 1
}

export const START: ScrollPosition = { from: 0, to: 0, direction: 0 }

/** A step of more than a page is a jump, after which the direction is unknown. */
export function trackScroll({ direction, from }: ScrollPosition, range: RowRange): ScrollPosition {
  const step = range.from - from
  if (step === 0) return { ...range, direction }
  return { ...range, direction: Math.abs(step) > PAGE_SIZE ? 0 : step > 0 ? 1 : -1 }
}

/**
 * Extends the range by a page in the scroll direction, so that it is loaded before its rows become
 * visible.
 */
export function withPrefetch({ from, to, direction }: ScrollPosition, total: number): RowRange {
  return {
    from: direction < 0 ? Math.max(0, from - PAGE_SIZE) : from,
    to: direction > 0 ? Math.max(to, Math.min(total - 1, to + PAGE_SIZE)) : to,
  }
}
