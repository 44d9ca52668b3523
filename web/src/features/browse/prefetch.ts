import { PAGE_SIZE } from '@coffer/contract/constants'

interface RowRange {
  from: number
  to: number
}

/** Where somebody looks, and which way the last step went: 1 is down, 0 is nowhere near. */
interface Walk extends RowRange {
  way: -1 | 0 | 1
}

export const START: Walk = { from: 0, to: 0, way: 0 }

/** Who leaps further than a page in one step may leap on, and nothing is worth asking for ahead. */
export function trackScroll({ way, from }: Walk, now: RowRange): Walk {
  const step = now.from - from
  if (step === 0) return { ...now, way }
  return { ...now, way: Math.abs(step) > PAGE_SIZE ? 0 : step > 0 ? 1 : -1 }
}

/** A page more in the direction of a scroll, so that it is there before its rows come into sight. */
export function withPrefetch({ from, to, way }: Walk, total: number): RowRange {
  return {
    from: way < 0 ? Math.max(0, from - PAGE_SIZE) : from,
    to: way > 0 ? Math.max(to, Math.min(total - 1, to + PAGE_SIZE)) : to,
  }
}
