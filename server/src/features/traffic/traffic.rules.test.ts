import { expect, it } from 'vitest'
import { lastDays } from './traffic.rules.ts'

it.each([
  ['2026-03-01T00:00:00.000Z', 3, ['2026-02-27', '2026-02-28', '2026-03-01']],
  ['2028-03-01T23:59:59.999Z', 2, ['2028-02-29', '2028-03-01']],
  ['2026-01-01T12:00:00.000Z', 2, ['2025-12-31', '2026-01-01']],
  // Daylight saving time begins in Europe.
  ['2026-03-29T12:00:00.000Z', 3, ['2026-03-27', '2026-03-28', '2026-03-29']],
])('on %s the last %d days are %j', (now, count, days) => {
  expect(lastDays(new Date(now), count)).toEqual(days)
})
