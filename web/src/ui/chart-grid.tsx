import type { ReactNode } from 'react'
import classes from './chart-grid.module.css'
import { positionOf, type Scale } from './chart-scale.ts'

interface ChartGridProps {
  scale: Scale
  labelOf: (value: number) => string
  /** More lines, placed by `positionOf`. */
  children?: ReactNode
}

/** The lines of a chart with their labels. Decorative: the plot names its values. */
export const ChartGrid = ({ scale, labelOf, children }: ChartGridProps) => (
  <div className={classes.grid} aria-hidden>
    {scale.ticks.map(tick => (
      <div
        key={tick}
        className={classes.line}
        data-zero={tick === 0 || undefined}
        style={{ top: positionOf(tick, scale) }}
      >
        <span>{tick === 0 ? '0' : labelOf(tick)}</span>
      </div>
    ))}
    {children}
  </div>
)
