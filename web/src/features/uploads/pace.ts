import i18next from 'i18next'
import { useEffect, useState } from 'react'
import { createMeter } from './meter.ts'
import type { UploadTask } from './uploads.types.ts'

const MINUTE = 60
const HOUR = 3600

/** How long what is left takes at a speed; null while there is nothing to go by. */
export function timeLeftText(bytesLeft: number, bytesPerSecond: number): string | null {
  if (bytesPerSecond <= 0) return null
  const seconds = bytesLeft / bytesPerSecond
  const { t } = i18next
  if (seconds < MINUTE) return t('uploads.seconds_left', { count: Math.max(1, Math.ceil(seconds)) })
  if (seconds < HOUR) return t('uploads.minutes_left', { count: Math.ceil(seconds / MINUTE) })
  return t('uploads.hours_left', { count: Math.ceil(seconds / HOUR) })
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
