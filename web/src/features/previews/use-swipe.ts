import { type TouchEvent, useRef } from 'react'
import { isMirrored } from '../../lib/direction.ts'

const SWIPE_PX = 60

/** Detects horizontal swipes, except within a zoomed view. */
export function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: (event: TouchEvent) => {
      const touch = event.touches.item(0)
      const isZoomed = event.target instanceof Element && event.target.closest('[data-zoomed]')
      from.current =
        touch && event.touches.length === 1 && !isZoomed
          ? { x: touch.clientX, y: touch.clientY }
          : null
    },
    onTouchEnd: (event: TouchEvent) => {
      const touch = event.changedTouches.item(0)
      if (!touch || !from.current) return
      const x = touch.clientX - from.current.x
      const y = touch.clientY - from.current.y
      from.current = null
      const isOnward = x < 0 !== isMirrored()
      if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) onSwipe(isOnward ? 1 : -1)
    },
  }
}
