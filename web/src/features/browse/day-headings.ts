import { relativeDay } from '../../lib/format.ts'
import { capitalised, dateFormat } from '../../lib/intl-formats.ts'
import type { ItemDate } from './item-row.tsx'
import type { ListingRows } from './listing.ts'

type Rows = Pick<ListingRows, 'loaded' | 'indexOf' | 'itemAt'>

/**
 * The rows of a list in the order of a date with which another day begins, and what that day is
 * called. Where the row above is not loaded yet, nobody knows; the rest of the list is told later.
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
    const day = startOfDay(item.attributes[field])
    const above = index === 0 ? null : rows.itemAt(index - 1)
    if (above === undefined || (above && startOfDay(above.attributes[field]) === day)) continue
    headings.set(index, dayWords(day, locale, now))
  }
  return headings
}

const startOfDay = (iso: string | null): number => new Date(iso ?? 0).setHours(0, 0, 0, 0)

/** "Today", "Yesterday", "Monday, 16 November", and with the year once it is another one. */
function dayWords(day: number, locale: string, now: Date): string {
  const today = new Date(now)
  if (day === today.setHours(0, 0, 0, 0)) return relativeDay(0, locale)
  if (day === today.setDate(today.getDate() - 1)) return relativeDay(-1, locale)
  const date = new Date(day)
  const format = date.getFullYear() === now.getFullYear() ? dayOfWeek : dayOfYear
  return capitalised(format(locale).format(date), locale)
}

const dayOfWeek = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' })
const dayOfYear = dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
