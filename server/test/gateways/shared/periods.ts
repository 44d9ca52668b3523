interface Interval {
  interval: string
  interval_count: number
}

/** The end of the period after `after`, reckoned from the anchor so that the 31st stays the 31st. */
export function nextPeriodEnd(anchor: number, after: number, interval: Interval): number {
  for (let index = 1; ; index += 1) {
    const end = addIntervals(anchor, interval, index)
    if (end > after) return end
  }
}

const DAYS: Record<string, number> = { day: 1, week: 7 }

function addIntervals(anchor: number, { interval, interval_count }: Interval, index: number) {
  const steps = interval_count * index
  const days = DAYS[interval]
  if (days !== undefined) return anchor + days * steps * 86_400
  return addMonths(anchor, interval === 'year' ? steps * 12 : steps)
}

function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime() / 1000
}
