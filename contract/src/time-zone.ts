import { z } from 'zod'

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

/** Earlier scripts send an offset as hours, such as `5.75`. */
const HOURS = /^[+-]?\d{1,2}(\.\d{1,2})?$/

export const TimeZone = z
  .string()
  .min(1)
  .max(64)
  .overwrite(text => (HOURS.test(text) ? offsetName(Number(text)) : text))
  .refine(isTimeZone, 'validation.invalid')
