import { dayNumber, yearOf } from '../../lib/clock.ts'
import { relativeDay } from '../../lib/format.ts'
import { capitalised, dateFormat } from '../../lib/intl-formats.ts'
import type { ItemDate } from './item-row.tsx'
import type { ListingRows } from './listing.ts'

type Rows = Pick<ListingRows, 'loaded' | 'indexOf' | 'itemAt'>

/**
 * Returns the rows of a date-ordered list at which a new day begins, with the day's label. A row is
 * skipped while the row above it is not loaded.
 */
export function dayHeadings(
  rows: Rows,
  field: ItemDate,
  locale: string,
  now = new Date(),
): ReadonlyMap<number, string> {
  const headings = new Map<number, string>()
  for (const item of rows.loaded()) {
    const index = rows.indexOf(item.id)
    const date = new Date(item.attributes[field] ?? 0)
    const above = index === 0 ? null : rows.itemAt(index - 1)
    if (above === undefined || (above && isSameDay(above.attributes[field], date))) continue
    headings.set(index, dayLabel(date, locale, now))
  }
  return headings
}

const isSameDay = (iso: string | null, date: Date): boolean =>
  dayNumber(new Date(iso ?? 0)) === dayNumber(date)

/** For example "Today", "Yesterday", "Monday, 16 November", and with the year when it differs. */
function dayLabel(date: Date, locale: string, now: Date): string {
  const days = dayNumber(now) - dayNumber(date)
  if (days === 0) return relativeDay(0, locale)
  if (days === 1) return relativeDay(-1, locale)
  const format = yearOf(date) === yearOf(now) ? dayOfWeek : dayOfYear
  return capitalised(format(locale).format(date), locale)
}

const dayOfWeek = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const dayOfYear = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
