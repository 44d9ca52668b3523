import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searched } from '../../server/test/property.ts'
import {
  addIntervals,
  billingPeriod,
  billingPeriodAt,
  daysIn,
  daysLeft,
  INTERVALS,
  startOfUtcDay,
} from './billing-periods.ts'
import { DAY_MS } from './durations.ts'

const at = (text: string) => Date.parse(`${text}T00:00:00Z`)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const anchor = fc
  .integer({ min: at('2000-01-01') / DAY_MS, max: at('2090-01-01') / DAY_MS })
  .map(day => day * DAY_MS)

it('case 34: from 31 January the next months begin on 28 February, 31 March and 30 April', () => {
  const starts = [0, 1, 2, 3].map(count => dayOf(addIntervals(at('2027-01-31'), 'month', count)))
  expect(starts).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'])
  expect(dayOf(addIntervals(at('2028-01-31'), 'month', 1))).toBe('2028-02-29')
})

it('case 34: from 29 February the next years begin on 28 February, and on the 29th in 2028', () => {
  const starts = [1, 2, 3, 4].map(count => dayOf(addIntervals(at('2024-02-29'), 'year', count)))
  expect(starts).toEqual(['2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'])
})

it('keeps the time of day of the anchor', () => {
  const anchor = Date.parse('2026-12-31T22:15:30.123Z')
  expect(new Date(addIntervals(anchor, 'month', 2)).toISOString()).toBe('2027-02-28T22:15:30.123Z')
})

it('joins periods without gap or overlap, and finds the one that contains a time', () => {
  fc.assert(
    fc.property(
      anchor,
      fc.constantFrom(...INTERVALS),
      fc.nat(80),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (anchor, interval, index, part) => {
        const period = billingPeriod(anchor, interval, index)
        expect(billingPeriod(anchor, interval, index + 1).startsAt).toBe(period.endsAt)
        const length = period.endsAt - period.startsAt
        const within = period.startsAt + Math.floor(length * part)
        expect(billingPeriodAt(anchor, interval, within)).toEqual(period)
        expect(billingPeriodAt(anchor, interval, period.endsAt - 1)).toEqual(period)
        expect(billingPeriodAt(anchor, interval, period.endsAt).index).toBe(index + 1)
        expect(daysIn(period)).toBeGreaterThanOrEqual(interval === 'month' ? 28 : 365)
      },
    ),
    searched(500),
  )
})

it('puts times before the anchor into the first period', () => {
  expect(billingPeriodAt(at('2026-03-31'), 'month', at('2026-01-01')).index).toBe(0)
})

it('counts the day of a time as left', () => {
  const period = { startsAt: at('2026-11-05'), endsAt: at('2026-12-05') }
  expect(daysIn(period)).toBe(30)
  expect(daysLeft(period, at('2026-11-12') + 1)).toBe(23)
  expect(daysLeft(period, at('2026-11-12') + DAY_MS - 1)).toBe(23)
  expect(daysLeft(period, at('2026-11-01'))).toBe(30)
  expect(daysLeft(period, period.endsAt)).toBe(0)
  expect(startOfUtcDay(at('2026-11-12') + 1)).toBe(at('2026-11-12'))
})
