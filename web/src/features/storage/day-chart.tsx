import type { TrafficDay } from '@coffer/contract/storage'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { alongReading, isMirrored } from '../../lib/direction.ts'
import { useFormat } from '../../lib/use-format.ts'
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
  const [shown, setShown] = useState<number | null>(null)
  const last = days.length - 1
  const at = shown ?? last
  const dayText = (index: number) => {
    const day = days[index]
    return day ? `${format.day(day.created_at)}: ${format.bytes(day.amount_bytes)}` : ''
  }
  const moveByKey = (event: KeyboardEvent) => {
    const target = KEY_TARGETS[alongReading(event.key)]?.(at, last)
    if (target === undefined) return
    event.preventDefault()
    setShown(Math.max(0, Math.min(last, target)))
  }
  const moveToPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, right, width } = currentTarget.getBoundingClientRect()
    const from = isMirrored() ? right - clientX : clientX - left
    setShown(Math.max(0, Math.min(last, Math.floor((from / width) * days.length))))
  }
  return (
    <div className={classes.chart}>
      <p className={classes.header}>
        <span id={id}>{title}</span>
        <span className={classes.value}>{shown === null ? total : dayText(shown)}</span>
      </p>
      <div
        className={classes.plot}
        role="slider"
        tabIndex={0}
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={dayText(at)}
        onKeyDown={moveByKey}
        onPointerMove={moveToPointer}
        onPointerDown={moveToPointer}
        onPointerLeave={() => setShown(null)}
        onBlur={() => setShown(null)}
      >
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
        <span>{days[0] && format.day(days[0].created_at)}</span>
        <span>{days[last] && format.day(days[last].created_at)}</span>
      </p>
    </div>
  )
}

const KEY_TARGETS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: at => at - 1,
  ArrowDown: at => at - 1,
  ArrowRight: at => at + 1,
  ArrowUp: at => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}
