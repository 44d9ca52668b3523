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
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

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
  ])('%i bytes are %s', (bytes, words) => {
    expect(plain(formatBytes(bytes, 'en'))).toBe(words)
  })

  test('are written as the reader writes numbers', () => {
    expect(plain(formatBytes(4_200_000, 'es'))).toBe('4,2 MB')
    expect(plain(formatBytes(4_200_000, 'ar'))).toBe('4.2 م.ب')
    expect(plain(formatExactBytes(4_200_123, 'en'))).toBe('4,200,123 bytes')
  })
})

describe('dates', () => {
  test('of today carry the time', () => {
    expect(formatDate(at(2026, 10, 20, 9, 12), 'en-GB', now)).toBe('Today, 09:12')
    expect(formatDate(at(2026, 10, 20, 0, 0), 'en-GB', now)).toBe('Today, 00:00')
  })

  test('of the day before are yesterday, from its first to its last minute', () => {
    expect(formatDate(at(2026, 10, 19, 23, 59), 'en-GB', now)).toBe('Yesterday')
    expect(formatDate(at(2026, 10, 19, 0, 0), 'es', now)).toBe('Ayer')
  })

  test('of this year carry day and month', () => {
    expect(formatDate(at(2026, 10, 12), 'en-GB', now)).toBe('12 Nov')
  })

  test('of other years carry the year', () => {
    expect(formatDate(at(2024, 1, 29), 'en-GB', now)).toBe('29 Feb 2024')
  })

  test('of tomorrow, by a clock that is wrong, are dates', () => {
    expect(formatDate(at(2026, 10, 21), 'en-GB', now)).toBe('21 Nov')
  })
})

test('a share of one is a percentage', () => {
  expect(plain(formatPercent(0.342, 'en'))).toBe('34%')
})

test('tells a span of time to the nearest minute, hour or day', () => {
  const hour = 3_600_000
  const spans = [1, hour / 2, hour - 1, hour, 24 * hour, 30 * hour, 48 * hour - 1, 168 * hour - 1]
  expect(spans.map(ms => formatSpan(ms, 'en'))).toEqual([
    ...['1 minute', '30 minutes', '1 hour', '1 hour', '1 day', '30 hours', '2 days', '7 days'],
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
