import { expect, test } from 'vitest'
import { invoiceFormats } from './invoice-formats.ts'

const formats = invoiceFormats({ locale: 'en-GB', currency: 'EUR', time_zone: 'Asia/Tokyo' })
const daysOf = (starts_at: string, ends_at: string) =>
  formats.detail({ period: { starts_at, ends_at }, detail: null }).replace(/\s–\s/, ' – ')

test.each([
  ['of fixed plans', '2026-01-15T14:00:00Z', '2026-02-15T14:00:00Z', '15 Jan – 14 Feb 2026'],
  ['after them', '2026-02-15T14:00:00Z', '2026-03-15T14:00:00Z', '15 Feb – 14 Mar 2026'],
  ['of metered plans', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z', '1 – 28 Feb 2026'],
  ['of a year', '2026-11-12T09:30:00Z', '2027-11-12T09:30:00Z', '12 Nov 2026 – 11 Nov 2027'],
  ['within a day', '2026-01-15T09:00:00Z', '2026-01-15T14:00:00Z', '15 Jan 2026'],
  ['to the next day', '2026-01-15T23:00:00Z', '2026-01-16T14:00:00Z', '15 Jan 2026'],
  ['without a duration', '2026-01-15T00:00:00Z', '2026-01-15T00:00:00Z', '15 Jan 2026'],
])('periods %s end on the day before the next one', (_, startsAt, endsAt, days) => {
  expect(daysOf(startsAt, endsAt)).toBe(days)
})
