import classes from './growth-line.module.css'

const WIDTH = 86
const HEIGHT = 30
const PADDING = 3

/** Draws how a number grew over days; the figures stand in words next to it. */
export function GrowthLine({ total, added }: { total: number; added: readonly number[] }) {
  const before = total - added.reduce((sum, count) => sum + count, 0)
  let current = before
  const levels = [before, ...added.map(count => (current += count))]
  const rise = Math.max(1, total - before)
  const points = levels.map((level, index) => ({
    x: PADDING + (index / (levels.length - 1)) * (WIDTH - 2 * PADDING),
    y: HEIGHT - PADDING - ((level - before) / rise) * (HEIGHT - 2 * PADDING),
  }))
  const line = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')
  const end = points.at(-1)
  return (
    <svg
      className={classes.growth}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden
    >
      <polygon
        className={classes.area}
        points={`${PADDING},${HEIGHT} ${line} ${WIDTH - PADDING},${HEIGHT}`}
      />
      <polyline className={classes.line} points={line} />
      {end && <circle className={classes.end} cx={end.x} cy={end.y} r={2.75} />}
    </svg>
  )
}
