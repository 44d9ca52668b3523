import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searched } from '../../server/test/property.ts'
import { billingPeriod, INTERVALS } from './billing-periods.ts'
import { DAY_MS } from './durations.ts'
import { prorate } from './proration.ts'

const at = (text: string) => Date.parse(`${text}T00:00:00Z`)
const euro = (amount: number) => ({ amount, currency: 'EUR' })
const price = fc.integer({ min: 0, max: 1_000_000 })
const period = fc
  .record({
    day: fc.integer({ min: 11_000, max: 40_000 }),
    interval: fc.constantFrom(...INTERVALS),
    index: fc.nat(30),
  })
  .map(({ day, interval, index }) => ({
    anchorAt: day * DAY_MS,
    interval,
    period: billingPeriod(day * DAY_MS, interval, index),
  }))
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

const studio = {
  paid: euro(1200),
  period: { startsAt: at('2026-11-05'), endsAt: at('2026-12-05') },
  anchorAt: at('2026-11-05'),
  interval: 'month',
  at: Date.parse('2026-11-12T09:41:00Z'),
} as const

it('begins a new period today when the interval changes, and credits the unused time', () => {
  const swap = prorate({ ...studio, price: euro(29_000), newInterval: 'year' })
  expect(swap.credit).toEqual({
    amount: -920,
    explanation: {
      price: 1200,
      days: 23,
      of_days: 30,
      starts_at: at('2026-11-12'),
      ends_at: at('2026-12-05'),
    },
  })
  expect(swap.charge.amount).toBe(29_000)
  expect(swap.due).toBe(28_080)
  expect(swap.toBalance).toBe(0)
  expect(swap.period).toEqual({ startsAt: at('2026-11-12'), endsAt: at('2027-11-12') })
  expect(swap.anchorAt).toBe(at('2026-11-12'))
})

it('keeps the period and the anchor with the same interval', () => {
  const swap = prorate({ ...studio, price: euro(3000), newInterval: 'month' })
  expect(swap.charge.amount).toBe(2300)
  expect(swap.due).toBe(2300 - 920)
  expect(swap.period).toEqual(studio.period)
  expect(swap.anchorAt).toBe(studio.anchorAt)
})

it('returns the rest of a downgrade to the balance', () => {
  const swap = prorate({ ...studio, price: euro(300), newInterval: 'month' })
  expect(swap).toMatchObject({ due: 0, toBalance: 690 })
})

it('credits what was paid, not what the old plan costs today', () => {
  const swap = prorate({ ...studio, paid: euro(600), price: euro(1200), newInterval: 'month' })
  expect(swap.credit.amount).toBe(-460)
})

it('rejects a swap between currencies', () => {
  const price = { amount: 1, currency: 'USD' }
  expect(() => prorate({ ...studio, price, newInterval: 'month' })).toThrow(RangeError)
})

it('P8: a swap from A to B and back on one day costs nothing', () => {
  fc.assert(
    fc.property(price, price, period, share, (a, b, schedule, share) => {
      const { startsAt, endsAt } = schedule.period
      const at = startsAt + Math.floor((endsAt - startsAt) * share)
      const swap = { ...schedule, newInterval: schedule.interval, at }
      const there = prorate({ ...swap, paid: euro(a), price: euro(b) })
      const back = prorate({ ...swap, ...there, paid: euro(b), price: euro(a) })
      expect(there.due - there.toBalance + back.due - back.toBalance).toBe(0)
    }),
    searched(500),
  )
})

it('P8: with another interval, going back costs the used time of A, which begins again', () => {
  fc.assert(
    fc.property(price, price, period, share, (a, b, schedule, share) => {
      const { startsAt, endsAt } = schedule.period
      const at = startsAt + Math.floor((endsAt - startsAt) * share)
      const other = schedule.interval === 'month' ? 'year' : 'month'
      const there = prorate({ ...schedule, newInterval: other, at, paid: euro(a), price: euro(b) })
      const back = prorate({
        ...there,
        interval: other,
        newInterval: schedule.interval,
        at,
        paid: euro(b),
        price: euro(a),
      })
      const paid = there.due - there.toBalance + back.due - back.toBalance
      expect(paid).toBe(a + there.credit.amount)
    }),
    searched(500),
  )
})

it('does not credit unused time that was refunded, but all of it that another plan has paid', () => {
  const swap = { ...studio, paid: euro(3000), price: euro(6000), newInterval: 'month' } as const
  const whole = prorate(swap)
  const unused = -whole.credit.amount
  const creditAfter = (refunded: number, kept: number, creditable = 9000) =>
    0 - prorate({ ...swap, refunds: { refunded, kept, creditable } }).credit.amount
  expect(creditAfter(0, 3000)).toBe(unused)
  expect(creditAfter(0, 0)).toBe(unused)
  expect(creditAfter(3000, 0)).toBe(0)
  expect(creditAfter(2900, 100)).toBe(100)
  // Most of the period was paid by the unused time of an earlier plan.
  expect(creditAfter(100, 50)).toBe(unused - 100)
  // Nor more than the invoices of the period can give back.
  expect(creditAfter(0, 0, 70)).toBe(70)
  expect(creditAfter(100, 50, 0)).toBe(0)
  const refunds = { refunded: 2900, kept: 100, creditable: 100 }
  const limited = prorate({ ...swap, refunds })
  expect(limited.due).toBe(whole.charge.amount - 100)
})

it('never credits more than was paid, and either asks or returns money', () => {
  fc.assert(
    fc.property(price, price, period, share, (a, b, schedule, share) => {
      const { startsAt, endsAt } = schedule.period
      const at = startsAt + Math.floor((endsAt - startsAt) * share * 1.2)
      const swap = { ...schedule, newInterval: schedule.interval, at }
      const { credit, due, toBalance } = prorate({ ...swap, paid: euro(a), price: euro(b) })
      expect(-credit.amount).toBeLessThanOrEqual(a)
      expect(due === 0 || toBalance === 0).toBe(true)
      expect(due).toBeLessThanOrEqual(b)
    }),
    searched(500),
  )
})

it('credits and charges nothing in a period without time', () => {
  const { startsAt } = studio.period
  const swap = { ...studio, period: { startsAt, endsAt: startsAt }, newInterval: 'month' } as const
  const { due, toBalance } = prorate({ ...swap, paid: euro(3000), price: euro(6000), at: startsAt })
  expect([due, toBalance]).toEqual([0, 0])
})
