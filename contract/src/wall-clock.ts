/** Only the last one: creating it is slow, and callers of the server can name any number of zones. */
let last: { timeZone: string; format: Intl.DateTimeFormat } | undefined

function formatIn(timeZone: string): Intl.DateTimeFormat {
  if (last?.timeZone !== timeZone) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    })
    last = { timeZone, format }
  }
  return last.format
}

/** Milliseconds of the wall-clock time in a time zone, counted as if it were UTC. */
export function clockIn(timeZone: string, date: Date): number {
  const numbers = formatIn(timeZone).format(date).match(/\d+/g) ?? []
  const [month = 1, day = 1, year = 1970, ...time] = numbers.map(Number)
  const [hour = 0, minute = 0, second = 0] = time
  return Date.UTC(year, month - 1, day, hour, minute, second, date.getUTCMilliseconds())
}

/** Returns the moment at which a wall clock shows `clock`; both in milliseconds. */
export function momentOf(clock: number, clockAt: (date: Date) => number): number {
  const offsetAt = (moment: number) => clockAt(new Date(moment)) - moment
  // Applied twice, because the first guess may lie on the other side of a daylight saving change.
  return clock - offsetAt(clock - offsetAt(clock))
}
