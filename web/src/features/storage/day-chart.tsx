import type { TrafficDay } from '@coffer/contract/storage'
import { useId } from 'react'
import { noonOf } from '../../lib/clock.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useDayCursor } from '../../ui/day-cursor.ts'
import classes from './day-chart.module.css'

interface DayChartProps {
  title: string
  total: string
  /** Traffic per day, oldest first. */
  days: readonly TrafficDay[]
}

const HEIGHT = 100
/** Smallest height of a bar, so that little traffic stays visible. */
const MIN_BAR_HEIGHT = 1.5

/** A bar chart of uploads or downloads per day. The pointer or the arrow keys select a day. */
export function DayChart({ title, total, days }: DayChartProps) {
  const format = useFormat()
  const id = useId()
  const last = days.length - 1
  const dayText = (index: number) => {
    const day = days[index]
    return day ? `${format.day(noonOf(day.created_at))}: ${format.bytes(day.amount_bytes)}` : ''
  }
  const { shown, plotProps } = useDayCursor(id, days.length, dayText)
  return (
    <div className={classes.chart}>
      <p className={classes.header}>
        <span id={id}>{title}</span>
        <span className={classes.value}>{shown === null ? total : dayText(shown)}</span>
      </p>
      <div className={classes.plot} {...plotProps}>
        <svg viewBox={`0 0 ${days.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {days.map((day, index) => {
            const height = day.amount_bytes > 0 ? Math.max(MIN_BAR_HEIGHT, day.percentage) : 0
            return (
              <rect
                key={day.created_at}
                className={classes.day}
                data-shown={index === shown || undefined}
                x={index + 0.12}
                y={HEIGHT - height}
                width={0.76}
                height={height}
              />
            )
          })}
        </svg>
      </div>
      <p className={classes.ends} aria-hidden>
        <span>{days[0] && format.day(noonOf(days[0].created_at))}</span>
        <span>{days[last] && format.day(noonOf(days[last].created_at))}</span>
      </p>
    </div>
  )
}
