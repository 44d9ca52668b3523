import { z } from 'zod'

/** ACC-30: an IANA name, or an offset such as `+05:45`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

export const TimeZone = z.string().min(1).max(64).refine(isTimeZone, 'validation.invalid')
