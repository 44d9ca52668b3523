import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { createMeter } from './meter.ts'
import type { UploadTask } from './uploads.types.ts'

const MINUTE = 60
const HOUR = 3600
/**
 * Seconds are used up to here, and minutes up to two hours: rounding would distort shorter times
 * too much.
 */
const IN_SECONDS = 2 * MINUTE
const IN_MINUTES = 2 * HOUR

/** Text for the remaining time at a speed; null while the speed is unknown. */
export function timeLeftText(bytesLeft: number, bytesPerSecond: number): string | null {
  if (bytesPerSecond <= 0) return null
  const seconds = bytesLeft / bytesPerSecond
  const { t } = i18next
  if (seconds < IN_SECONDS)
    return t('uploads.seconds_left', { count: Math.max(1, Math.round(seconds)) })
  if (seconds < IN_MINUTES)
    return t('uploads.minutes_left', { count: Math.round(seconds / MINUTE) })
  return t('uploads.hours_left', { count: Math.round(seconds / HOUR) })
}

/** Speed of one file in bytes per second, while its row is rendered. */
export function usePace({ state, sent }: UploadTask): number {
  const [meter] = useState(createMeter)
  const [pace, setPace] = useState(0)
  useEffect(() => {
    if (state === 'sending') meter.record(sent)
    else meter.clear()
    setPace(meter.perSecond())
  }, [meter, state, sent])
  return pace
}
