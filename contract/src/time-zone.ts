import { z } from 'zod'

/** ACC-30: the offsets from UTC that can be chosen, in hours. */
export const TIME_ZONE_OFFSETS = [
  -12, -11, -10, -9, -8, -7, -6, -5, -4, -3.5, -3, -2, -1, 0, 1, 2, 3, 3.5, 4, 4.5, 5, 5.5, 5.75, 6,
  7, 8, 9, 9.5, 10, 11, 12,
] as const

/** @returns `+05:45` for 5.75 hours */
export function offsetName(hours: number): string {
  const minutes = Math.round(Math.abs(hours) * 60)
  const parts = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0'))
  return `${hours < 0 ? '-' : '+'}${parts.join(':')}`
}

/** ACC-30: an IANA name, or an offset such as `+05:45`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const isOffset = (text: string) =>
  text.trim() !== '' && TIME_ZONE_OFFSETS.some(hours => hours === Number(text))

/** Earlier scripts send an offset as hours, such as `5.75`. */
export const TimeZone = z
  .string()
  .min(1)
  .max(64)
  .overwrite(text => (isOffset(text) ? offsetName(Number(text)) : text))
  .refine(isTimeZone, 'validation.invalid')
