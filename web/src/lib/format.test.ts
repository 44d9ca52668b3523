import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  formatDate,
  formatDateTime,
  formatExactBytes,
  formatExactDate,
  formatPercent,
  formatSpan,
} from './format.ts'

const now = new Date(2026, 10, 20, 14, 30)
const at = (...parts: [number, number, number, number?, number?]) =>
  new Date(...parts).toISOString()
const withoutNarrowSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('sizes', () => {
  test.each([
    [0, '0 B'],
    [1, '1 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [3_400, '3 kB'],
    [812_000, '812 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [4_200_000, '4.2 MB'],
    [10_000_000, '10 MB'],
    [11_400_000, '11.4 MB'],
    [99_940_000, '99.9 MB'],
    [99_960_000, '100 MB'],
    [612_000_000, '612 MB'],
    [1_800_000_000, '1.8 GB'],
    [34_100_000_000, '34.1 GB'],
    [999_999_999_999, '1.0 TB'],
    [Number.MAX_SAFE_INTEGER, '9.0 PB'],
  ])('shows %i bytes as %s', (bytes, expected) => {
    expect(withoutNarrowSpaces(formatBytes(bytes, 'en'))).toBe(expected)
  })

  test('use the number format of the locale', () => {
    expect(withoutNarrowSpaces(formatBytes(4_200_000, 'es'))).toBe('4,2 MB')
    expect(withoutNarrowSpaces(formatBytes(4_200_000, 'ar'))).toBe('4.2 م.ب')
    expect(withoutNarrowSpaces(formatExactBytes(4_200_123, 'en'))).toBe('4,200,123 bytes')
  })
})

describe('dates', () => {
  test('shows today with the time', () => {
    expect(formatDate(at(2026, 10, 20, 9, 12), 'en-GB', now)).toBe('Today, 09:12')
    expect(formatDate(at(2026, 10, 20, 0, 0), 'en-GB', now)).toBe('Today, 00:00')
  })

  test('shows the day before as yesterday, from its first to its last minute', () => {
    expect(formatDate(at(2026, 10, 19, 23, 59), 'en-GB', now)).toBe('Yesterday')
    expect(formatDate(at(2026, 10, 19, 0, 0), 'es', now)).toBe('Ayer')
  })

  test('shows day and month for dates of this year', () => {
    expect(formatDate(at(2026, 10, 12), 'en-GB', now)).toBe('12 Nov')
  })

  test('shows the year for dates of other years', () => {
    expect(formatDate(at(2024, 1, 29), 'en-GB', now)).toBe('29 Feb 2024')
  })

  test('shows a date for tomorrow, when a clock is wrong', () => {
    expect(formatDate(at(2026, 10, 21), 'en-GB', now)).toBe('21 Nov')
  })
})

test('formats a fraction as a percentage', () => {
  expect(withoutNarrowSpaces(formatPercent(0.342, 'en'))).toBe('34%')
})

test('rounds a duration to the nearest minute, hour or day', () => {
  const hour = 3_600_000
  const spans = [1, hour / 2, hour - 1, hour, 24 * hour, 30 * hour, 48 * hour - 1, 168 * hour - 1]
  expect(spans.map(ms => formatSpan(ms, 'en'))).toEqual([
    '1 minute',
    '30 minutes',
    '1 hour',
    '1 hour',
    '1 day',
    '30 hours',
    '2 days',
    '7 days',
  ])
})

describe('hours before ten have two digits everywhere', () => {
  test.each(['en-GB', 'es'])('in %s', locale => {
    const iso = at(2026, 10, 20, 0, 7)
    expect(formatDate(iso, locale, now)).toContain('00:07')
    expect(formatDateTime(iso, locale)).toContain('00:07')
    expect(formatExactDate(iso, locale)).toContain('00:07:00')
  })
})
