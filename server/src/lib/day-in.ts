/** By time zone: creating one is slow. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The day of a time in a time zone, as `2026-11-24`. */
export function dayIn(at: number, timeZone: string): string {
  const format =
    dayFormats.get(timeZone) ??
    // Swedish writes dates as ISO 8601 does.
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  dayFormats.set(timeZone, format)
  return format.format(at)
}
