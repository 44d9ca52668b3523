import type { Item } from '@coffer/contract/items'
import { expect, test } from 'vitest'
import { dayHeadings } from './day-headings.ts'

const now = new Date(2026, 10, 21, 12)
const isoDate = (year: number, month: number, day: number, hour = 12) =>
  new Date(year, month - 1, day, hour).toISOString()

/** Rows from the top; null is a row that is not loaded. */
function rowsOf(dates: readonly (string | null)[]) {
  const items = dates.map((created_at, index) =>
    created_at === null ? undefined : ({ id: `${index}`, attributes: { created_at } } as Item),
  )
  return {
    loaded: () => items.filter(item => item !== undefined),
    indexOf: (id: string) => Number(id),
    itemAt: (index: number) => items[index],
  }
}
const headings = (dates: readonly (string | null)[], locale = 'en-GB') => [
  ...dayHeadings(rowsOf(dates), 'created_at', locale, now),
]

test('puts each day above the first of its rows', () => {
  const dates = [
    isoDate(2026, 11, 21, 11),
    isoDate(2026, 11, 21, 0),
    isoDate(2026, 11, 20, 23),
    isoDate(2026, 11, 16),
    isoDate(2026, 11, 16, 1),
    isoDate(2025, 12, 31),
  ]
  expect(headings(dates)).toEqual([
    [0, 'Today'],
    [2, 'Yesterday'],
    [3, 'Monday 16 November'],
    [5, 'Wednesday, 31 December 2025'],
  ])
  expect(headings(dates, 'es').map(([, label]) => label)).toEqual([
    'Hoy',
    'Ayer',
    'Lunes, 16 de noviembre',
    'Miércoles, 31 de diciembre de 2025',
  ])
})

test('adds no heading below a row that is not loaded', () => {
  const dates = [isoDate(2026, 11, 21), null, isoDate(2026, 11, 20), isoDate(2026, 11, 19)]
  expect(headings(dates)).toEqual([
    [0, 'Today'],
    [3, 'Thursday 19 November'],
  ])
})
