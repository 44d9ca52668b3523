import { describe, expect, it } from 'vitest'
import { dayLabel, timeLabel } from './moments.ts'

const now = new Date(2026, 10, 21, 15, 30)
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

describe('notifications are listed', () => {
  it.each([
    [at(2026, 10, 21, 0, 0), 'Today', 'Hoy'],
    [at(2026, 10, 20, 23, 59), 'Yesterday', 'Ayer'],
    [at(2026, 10, 19, 12, 0), '19 November', '19 de noviembre'],
    [at(2025, 11, 31, 12, 0), '31 December 2025', '31 de diciembre de 2025'],
    // A clock that is slightly slow must not show tomorrow.
    [at(2026, 10, 22, 0, 1), 'Today', 'Hoy'],
  ])('under the day of %s', (iso, english, spanish) => {
    expect(dayLabel(iso, 'en-GB', now)).toBe(english)
    expect(dayLabel(iso, 'es', now)).toBe(spanish)
  })

  it.each([
    [at(2026, 10, 21, 15, 30), 'now'],
    [at(2026, 10, 21, 15, 25), '5 min ago'],
    [at(2026, 10, 21, 12, 0), '3 hr ago'],
    [at(2026, 10, 20, 23, 59), '23:59'],
  ])('with the time of %s', (iso, expected) => {
    expect(timeLabel(iso, 'en-GB', now)).toBe(expected)
  })
})
