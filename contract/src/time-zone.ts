import { z } from 'zod'
import { HOUR_MS } from './durations.ts'

/** @returns `+05:45` for 5.75 hours */
export const offsetName = (hours: number): string =>
  (hours < 0 ? '-' : '+') + new Date(Math.abs(hours) * HOUR_MS).toISOString().slice(11, 16)

/** ACC-30: an IANA name, or an offset such as `+05:45`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Earlier scripts send an offset as hours, such as `5.75`. */
const HOURS = /^[+-]?1?\d(\.\d+)?$/

export const TimeZone = z
  .string()
  .min(1)
  .max(64)
  .overwrite(text => (HOURS.test(text) ? offsetName(Number(text)) : text))
  .refine(isTimeZone, 'validation.invalid')
