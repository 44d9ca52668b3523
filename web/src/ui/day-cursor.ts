import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { alongReading, isMirrored } from '../lib/direction.ts'

const KEY_TARGETS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: at => at - 1,
  ArrowDown: at => at - 1,
  ArrowRight: at => at + 1,
  ArrowUp: at => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** The day of a chart that the pointer or the arrow keys select, and the props of its plot. */
export function useDayCursor(
  labelledBy: string,
  count: number,
  dayText: (index: number) => string,
) {
  const [shown, setShown] = useState<number | null>(null)
  const last = count - 1
  const at = shown ?? last
  const select = (index: number) => setShown(Math.max(0, Math.min(last, index)))
  const moveByKey = (event: KeyboardEvent) => {
    const target = KEY_TARGETS[alongReading(event.key)]?.(at, last)
    if (target === undefined) return
    event.preventDefault()
    select(target)
  }
  const moveToPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, right, width } = currentTarget.getBoundingClientRect()
    const from = isMirrored() ? right - clientX : clientX - left
    select(Math.floor((from / width) * count))
  }
  const leave = () => setShown(null)
  return {
    /** Null while no day is selected. */
    shown,
    plotProps: {
      role: 'slider' as const,
      tabIndex: 0,
      'aria-labelledby': labelledBy,
      'aria-valuemin': 0,
      'aria-valuemax': last,
      'aria-valuenow': at,
      'aria-valuetext': dayText(at),
      onKeyDown: moveByKey,
      onPointerMove: moveToPointer,
      onPointerDown: moveToPointer,
      onPointerLeave: leave,
      onBlur: leave,
    },
  }
}
