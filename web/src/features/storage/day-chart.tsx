import type { TrafficDay } from '@coffer/contract/storage'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { alongReading, isMirrored } from '../../lib/direction.ts'
import { useFormat } from '../../lib/use-format.ts'
import classes from './day-chart.module.css'

interface DayChartProps {
  title: string
  total: string
  /** One for each day, the oldest first. */
  days: readonly TrafficDay[]
}

const HEIGHT = 100
/** What little there is stays to be seen. */
const LEAST = 1.5

/** What went one way on each day. A day is told when it is pointed at or gone to by the arrow keys. */
export function DayChart({ title, total, days }: DayChartProps) {
  const format = useFormat()
  const id = useId()
  const [shown, setShown] = useState<number | null>(null)
  const last = days.length - 1
  const at = shown ?? last
  const words = (index: number) => {
    const day = days[index]
    return day ? `${format.day(day.created_at)}: ${format.bytes(day.amount_bytes)}` : ''
  }
  const go = (event: KeyboardEvent) => {
    const to = TO[alongReading(event.key)]?.(at, last)
    if (to === undefined) return
    event.preventDefault()
    setShown(Math.max(0, Math.min(last, to)))
  }
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, right, width } = currentTarget.getBoundingClientRect()
    const from = isMirrored() ? right - clientX : clientX - left
    setShown(Math.max(0, Math.min(last, Math.floor((from / width) * days.length))))
  }
  return (
    <div className={classes.chart}>
      <p className={classes.head}>
        <span id={id}>{title}</span>
        <span className={classes.told}>{shown === null ? total : words(shown)}</span>
      </p>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={words(at)}
        onKeyDown={go}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setShown(null)}
        onBlur={() => setShown(null)}
      >
        <svg viewBox={`0 0 ${days.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {days.map((day, index) => {
            const height = day.amount_bytes > 0 ? Math.max(LEAST, day.percentage) : 0
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
        <span>{days[0] && format.day(days[0].created_at)}</span>
        <span>{days[last] && format.day(days[last].created_at)}</span>
      </p>
    </div>
  )
}

const TO: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: at => at - 1,
  ArrowDown: at => at - 1,
  ArrowRight: at => at + 1,
  ArrowUp: at => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}
