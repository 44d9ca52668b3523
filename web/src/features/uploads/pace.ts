import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { createMeter } from './meter.ts'
import type { UploadTask } from './uploads.types.ts'

const MINUTE = 60
const HOUR = 3600
/** In the smaller unit up to here: "2 min" would stand beside "59 s" for times that hardly differ. */
const IN_SECONDS = 2 * MINUTE
const IN_MINUTES = 2 * HOUR

/** How long what is left takes at a speed; null while there is nothing to go by. */
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

/** How fast this one file goes, while its line is seen. */
export function usePace({ state, sent }: UploadTask): number {
  const [meter] = useState(createMeter)
  const [pace, setPace] = useState(0)
  useEffect(() => {
    if (state === 'sending') meter.note(sent)
    else meter.clear()
    setPace(meter.perSecond())
  }, [meter, state, sent])
  return pace
}
