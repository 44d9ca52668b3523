const STEPS = [1, 2, 5, 10]
const MAX_LINES = 4

/** The smallest round step (1, 2 or 5 times a power of ten, at least 1) that divides a span into a few parts. */
function stepFor(span: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(MAX_LINES, span) / MAX_LINES))
  return (STEPS.find(step => step * power * MAX_LINES >= span) ?? 10) * power
}

export interface Scale {
  /** Highest and lowest value of the chart; the lowest is zero or negative. */
  top: number
  bottom: number
  /** Values of the grid lines, from the top. */
  ticks: number[]
}

/** One scale for the values above and below the zero line. */
export function scaleFor(up: readonly number[], down: readonly number[]): Scale {
  const highest = Math.max(0, ...up)
  const lowest = Math.max(0, ...down)
  const step = stepFor(highest + lowest)
  const above = Math.max(1, Math.ceil(highest / step))
  const below = Math.max(1, Math.ceil(lowest / step))
  const ticks = Array.from({ length: above + below + 1 }, (_, index) => (above - index) * step)
  return { top: above * step, bottom: -below * step, ticks }
}

/** Position of a value from the top, in percent. */
export const positionOf = (value: number, { top, bottom }: Scale): string =>
  `${((top - value) / (top - bottom)) * 100}%`

/** Height of a bar, in percent. */
export const heightOf = (value: number, { top, bottom }: Scale): string =>
  `${(value / (top - bottom)) * 100}%`
