import { DAY_MS } from '@coffer/contract/durations'
import { afterEach, expect, test } from 'vitest'
import { dayNumber, instantFromClock, instantOf, yearOf } from './clock.ts'
import { formatDate, formatDateTime, formatDay, formatMonth } from './format.ts'
import { timeZone } from './time-zone.ts'

afterEach(() => timeZone.set(''))

const withoutNarrowSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test.each([
  ['Asia/Kathmandu', '20 Nov 2026, 14:25'],
  ['America/New_York', '20 Nov 2026, 03:40'],
  ['+12:00', '20 Nov 2026, 20:40'],
  ['UTC', '20 Nov 2026, 08:40'],
])('formats a moment in %s as %s', (zone, expected) => {
  timeZone.set(zone)
  expect(withoutNarrowSpaces(formatDateTime('2026-11-20T08:40:00.000Z', 'en-GB'))).toBe(expected)
})

test('days and years begin in the time zone of the user', () => {
  const before = new Date('2026-12-31T18:14:59Z')
  const after = new Date('2026-12-31T18:15:00Z')
  timeZone.set('Asia/Kathmandu')
  expect(dayNumber(after) - dayNumber(before)).toBe(1)
  expect([yearOf(before), yearOf(after)]).toEqual([2026, 2027])
  expect(formatDate(before.toISOString(), 'en', after)).toBe('Yesterday')
  timeZone.set('America/New_York')
  expect(dayNumber(after)).toBe(dayNumber(before))
})

test('a month of the calendar is the same in every time zone', () => {
  timeZone.set('Asia/Kathmandu')
  expect(formatMonth(new Date('2029-12-31T23:59:59Z'), 'en-GB')).toBe('December 2029')
})

test('a time without a zone is read in the time zone of the user', () => {
  for (const zone of ['', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    timeZone.set(zone)
    expect(formatDay('2026-05-01T12:00', 'en-GB')).toBe('1 May 2026')
    expect(withoutNarrowSpaces(formatDateTime('2026-05-01T00:10:00', 'en-GB'))).toBe(
      '1 May 2026, 00:10',
    )
  }
})

test('a day begins at midnight also when daylight saving changes on it', () => {
  timeZone.set('Europe/Madrid')
  expect(instantOf('2026-03-29T00:00').toISOString()).toBe('2026-03-28T23:00:00.000Z')
  expect(instantOf('2026-03-29T23:59:59.999').toISOString()).toBe('2026-03-29T21:59:59.999Z')
  expect(instantOf('2026-10-25T23:59:59.999').toISOString()).toBe('2026-10-25T22:59:59.999Z')
  const day = dayNumber(new Date('2026-03-29T12:00:00Z'))
  expect(instantFromClock((day + 1) * DAY_MS).toISOString()).toBe('2026-03-29T22:00:00.000Z')
})
