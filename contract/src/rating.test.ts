import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searched } from '../../server/test/property.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'
import {
  type Aggregate,
  areTiersInOrder,
  type Meter,
  PlanMeter,
  quantitiesByDay,
  quantityOf,
  type RatedPlan,
  rate,
  rateQuantity,
  type Tier,
  type UsageDay,
} from './rating.ts'

const at = (text: string) => Date.parse(`${text}T00:00:00Z`)
/** 720 hours. */
const november = { startsAt: at('2026-11-01'), endsAt: at('2026-12-01') }
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

const flat = (unit_amount: string): Tier[] => [{ up_to: null, unit_amount, flat_amount: 0 }]
const planOf = (
  key: Meter,
  aggregate: Aggregate,
  tiers: Tier[] = flat('0.015'),
  change: Partial<RatedPlan> = {},
): RatedPlan => ({
  currency: 'USD',
  tier_mode: 'graduated',
  meters: [{ key, aggregate, tiers }],
  ...change,
})
const usageOf = (meter: Meter, change: Partial<UsageDay> = {}): UsageDay => ({
  meter,
  day: '2026-11-10',
  quantity: 0,
  peak: 0,
  last: 0,
  ...change,
})

/** Days as the hourly metering writes them. */
function sampled(kilobytes: readonly number[], startsAt = november.startsAt): UsageDay[] {
  const days = new Map<string, UsageDay>()
  for (const [hour, value] of kilobytes.entries()) {
    const day = dayOf(startsAt + hour * HOUR_MS)
    const { quantity, peak } = days.get(day) ?? usageOf('storage')
    const next = { quantity: quantity + value, peak: Math.max(peak, value), last: value }
    days.set(day, { meter: 'storage', day, ...next })
  }
  return [...days.values()]
}

/** `[hours, kB]` one after the other. */
const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.nat(10 ** 12)), {
  minLength: 1,
  maxLength: 12,
})
const hoursOf = (steps: readonly (readonly [number, number])[]) =>
  steps.flatMap(([hours, value]) => Array<number>(hours).fill(value)).slice(0, 720)

describe('tiers', () => {
  const tiers: Tier[] = [
    { up_to: 10, unit_amount: '0', flat_amount: 0 },
    { up_to: 100, unit_amount: '2', flat_amount: 0 },
    { up_to: null, unit_amount: '1', flat_amount: 0 },
  ]
  const usage = [usageOf('bandwidth', { quantity: 150_000_000_000 })]

  it('case 44: 150 in graduated tiers cost 230, with each tier explained', () => {
    const { lines, subtotal } = rate(planOf('bandwidth', 'sum', tiers), usage, november)
    expect(subtotal).toBe(23_000)
    expect(lines).toEqual([
      {
        meter: 'bandwidth',
        aggregate: 'sum',
        tier_mode: 'graduated',
        quantity: '150',
        amount: 23_000,
        tiers: [
          { from: 0, up_to: 10, quantity: '10', unit_amount: '0', flat_amount: 0, amount: 0 },
          {
            from: 10,
            up_to: 100,
            quantity: '90',
            unit_amount: '2',
            flat_amount: 0,
            amount: 18_000,
          },
          {
            from: 100,
            up_to: null,
            quantity: '50',
            unit_amount: '1',
            flat_amount: 0,
            amount: 5000,
          },
        ],
      },
    ])
  })

  it('case 44: 150 in volume tiers cost 150, all at the tier they end in', () => {
    const plan = planOf('bandwidth', 'sum', tiers, { tier_mode: 'volume' })
    const { lines, subtotal } = rate(plan, usage, november)
    expect(subtotal).toBe(15_000)
    expect(lines[0]?.tiers).toEqual([
      { from: 100, up_to: null, quantity: '150', unit_amount: '1', flat_amount: 0, amount: 15_000 },
    ])
  })

  it('adds the flat amount of each tier that is reached', () => {
    const flats = tiers.map(tier => ({ ...tier, flat_amount: 100 }))
    const costs = (gigabytes: number, tier_mode: 'graduated' | 'volume') =>
      rate(
        planOf('bandwidth', 'sum', flats, { tier_mode }),
        [usageOf('bandwidth', { quantity: gigabytes * 10 ** 9 })],
        november,
      ).subtotal
    expect([0, 10, 11, 150].map(each => costs(each, 'graduated'))).toEqual([0, 100, 400, 23_300])
    expect([0, 10, 11, 150].map(each => costs(each, 'volume'))).toEqual([0, 100, 2300, 15_100])
  })

  it('are in order, and only the last has no end', () => {
    const ends = (...ends: (number | null)[]) => areTiersInOrder(ends.map(up_to => ({ up_to })))
    expect(ends(null)).toBe(true)
    expect(ends(1, 5, null)).toBe(true)
    for (const wrong of [[], [5], [5, 5, null], [5, 1, null], [null, null], [0, null]])
      expect(ends(...wrong)).toBe(false)
    const meter = { key: 'bandwidth', tiers: flat('0.015') }
    expect(PlanMeter.safeParse({ ...meter, aggregate: 'sum' }).success).toBe(true)
    expect(PlanMeter.safeParse({ ...meter, aggregate: 'maximum' }).success).toBe(false)
  })
})

describe('graduated and volume prices', () => {
  const cent = fc.integer({ min: 0, max: 10_000 })
  const tiers = fc
    .tuple(
      fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 4 }),
      fc.array(fc.tuple(cent, cent), { minLength: 5, maxLength: 5 }),
    )
    .map(([ends, prices]): Tier[] =>
      [...ends.sort((a, b) => a - b), null].map((up_to, index) => ({
        up_to,
        unit_amount: `0.${String(prices[index]?.[0]).padStart(5, '0')}`,
        flat_amount: prices[index]?.[1] ?? 0,
      })),
    )
  const quantity = fc.nat(1_200_000_000)
  const costs = (tiers: Tier[], kilobytes: number, tier_mode: 'graduated' | 'volume') =>
    rateQuantity(
      { currency: 'USD', tier_mode },
      { key: 'storage', aggregate: 'maximum', tiers },
      { numerator: BigInt(kilobytes), denominator: 1_000_000n },
    ).amount

  it('P6: graduated prices never fall with the quantity', () => {
    fc.assert(
      fc.property(tiers, quantity, quantity, (tiers, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        expect(costs(tiers, less, 'graduated')).toBeLessThanOrEqual(costs(tiers, more, 'graduated'))
      }),
      searched(500),
    )
  })

  it('P6: graduated prices without flat amounts have no jump where tiers meet', () => {
    fc.assert(
      fc.property(tiers, tiers => {
        const without = tiers.map(tier => ({ ...tier, flat_amount: 0 }))
        for (const { up_to } of without) {
          if (up_to === null) continue
          const border = costs(without, up_to * 1_000_000, 'graduated')
          const above = costs(without, up_to * 1_000_000 + 1, 'graduated')
          expect(above - border).toBeLessThanOrEqual(1)
        }
      }),
      searched(500),
    )
  })

  it('P6: volume prices may fall where a cheaper tier begins', () => {
    const cheaper = [
      { up_to: 100, unit_amount: '2', flat_amount: 0 },
      { up_to: null, unit_amount: '1', flat_amount: 0 },
    ]
    expect(costs(cheaper, 100_000_000, 'volume')).toBe(20_000)
    expect(costs(cheaper, 101_000_000, 'volume')).toBe(10_100)
  })

  it('P4: the parts of a line sum to the line, the lines to the subtotal', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(tiers, quantity), { maxLength: 4 }),
        fc.constantFrom('USD', 'JPY', 'KWD'),
        fc.constantFrom('graduated' as const, 'volume' as const),
        (meters, currency, tier_mode) => {
          const keys = ['storage', 'bandwidth', 'member', 'flatFee'] as const
          const plan: RatedPlan = {
            currency,
            tier_mode,
            meters: meters.map(([tiers], index) => ({
              key: keys[index] ?? 'flatFee',
              aggregate: 'maximum',
              tiers,
            })),
          }
          const usage = meters.map(([, peak], index) =>
            usageOf(keys[index] ?? 'flatFee', { peak: index === 2 ? peak % 1000 : peak }),
          )
          const { lines, subtotal } = rate(plan, usage, november)
          for (const line of lines)
            expect(line.tiers.reduce((sum, { amount }) => sum + amount, 0)).toBe(line.amount)
          expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(subtotal)
        },
      ),
      searched(300),
    )
  })
})

describe('rounding', () => {
  it('case 30: rounds three lines of 0.333 GB at 0.015 once each', () => {
    const third = usageOf('storage', { peak: 333_000 })
    const plan = (currency: string): RatedPlan => ({
      currency,
      tier_mode: 'graduated',
      meters: [1, 2, 3].map(() => ({
        key: 'storage',
        aggregate: 'maximum',
        tiers: flat('0.015'),
      })),
    })
    const inDollars = rate(plan('USD'), [third], november)
    expect(inDollars.lines.map(({ amount }) => amount)).toEqual([0, 0, 0])
    expect(inDollars.subtotal).toBe(0)
    const inDinars = rate(plan('KWD'), [third], november)
    expect(inDinars.lines.map(({ amount }) => amount)).toEqual([5, 5, 5])
    expect(inDinars.subtotal).toBe(15)
    expect(inDinars.lines[0]?.quantity).toBe('0.333')
  })

  it('case 33: a petabyte for a month is exact', () => {
    const petabyte = Array<number>(720).fill(10 ** 12)
    const plan = planOf('storage', 'time_weighted')
    const { subtotal, lines } = rate(plan, sampled(petabyte), november)
    expect(subtotal).toBe(1_500_000)
    expect(lines[0]?.quantity).toBe('1000000')
    const oneHourLess = [...petabyte.slice(1), 10 ** 12 - 1]
    expect(
      quantityOf({ key: 'storage', aggregate: 'time_weighted' }, sampled(oneHourLess), november),
    ).toEqual({ numerator: 720n * 10n ** 12n - 1n, denominator: 720n * 1_000_000n })
  })
})

describe('usage', () => {
  it('case 40: a terabyte for 12 of 720 hours costs a sixtieth by time, all of it by maximum', () => {
    const hours = Array.from({ length: 720 }, (_, hour) =>
      hour >= 300 && hour < 312 ? 10 ** 9 : 0,
    )
    const full = 1500
    expect(rate(planOf('storage', 'time_weighted'), sampled(hours), november).subtotal).toBe(
      full / 60,
    )
    expect(rate(planOf('storage', 'maximum'), sampled(hours), november).subtotal).toBe(full)
    expect(rate(planOf('storage', 'last'), sampled(hours), november).subtotal).toBe(0)
  })

  it('P7: GB-months equal the integral of any step function, sampled by hours', () => {
    fc.assert(
      fc.property(steps, steps => {
        const hours = hoursOf(steps)
        const { numerator, denominator } = quantityOf(
          { key: 'storage', aggregate: 'time_weighted' },
          sampled(hours),
          november,
        )
        const integral = hours.reduce((sum, value) => sum + BigInt(value), 0n)
        expect(numerator).toBe(integral)
        expect(denominator).toBe(720_000_000n)
      }),
      searched(200),
    )
  })

  it('P7: splitting days into parts and hours filled in later change nothing', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.nat(719), { maxLength: 20 }), (steps, cuts) => {
        const hours = hoursOf(steps)
        const borders = [...new Set([0, ...cuts, hours.length])]
          .filter(cut => cut <= hours.length)
          .sort((a, b) => a - b)
        const split = borders
          .slice(0, -1)
          .flatMap((from, index) =>
            sampled(hours.slice(from, borders[index + 1]), november.startsAt + from * HOUR_MS),
          )
          .reverse()
        for (const aggregate of ['time_weighted', 'maximum'] as const)
          expect(rate(planOf('storage', aggregate), split, november)).toEqual(
            rate(planOf('storage', aggregate), sampled(hours), november),
          )
      }),
      searched(200),
    )
  })

  it('counts the days of the period only', () => {
    const days = ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01']
    const usage = days.map(day => usageOf('bandwidth', { day, quantity: 10 ** 11 }))
    const { lines } = rate(planOf('bandwidth', 'sum'), usage, november)
    expect(lines[0]?.quantity).toBe('200')
    expect(dayOf(november.endsAt - DAY_MS)).toBe('2026-11-30')
  })

  it('takes the peak of members, the last day for "last", and one flat fee', () => {
    const usage = [
      usageOf('member', { day: '2026-11-20', peak: 3, last: 2 }),
      usageOf('member', { day: '2026-11-03', peak: 6, last: 6 }),
      usageOf('member', { day: '2026-11-29', peak: 4, last: 4 }),
    ]
    const amount = (plan: RatedPlan) => rate(plan, usage, november).subtotal
    expect(amount(planOf('member', 'maximum', flat('2.5')))).toBe(1500)
    expect(amount(planOf('member', 'last', flat('2.5')))).toBe(1000)
    expect(amount(planOf('flatFee', 'maximum', flat('3')))).toBe(300)
  })

  it('charges nothing without usage', () => {
    const { lines, subtotal } = rate(planOf('storage', 'time_weighted'), [], november)
    expect(subtotal).toBe(0)
    expect(lines[0]).toMatchObject({ quantity: '0', amount: 0, tiers: [] })
  })
})

describe('the quantity of a day', () => {
  const hours = fc.array(fc.nat(3_000_000), { minLength: 1, maxLength: 72 })

  it.each(['time_weighted', 'maximum', 'last'] as const)(
    'makes up the %s quantity of the period',
    aggregate => {
      fc.assert(
        fc.property(hours, levels => {
          const usage = sampled(levels)
          const meter = { key: 'storage', aggregate } as const
          const days = quantitiesByDay(meter, usage, november).map(({ quantity }) =>
            Number(quantity),
          )
          const { numerator, denominator } = quantityOf(meter, usage, november)
          const whole = Number(numerator) / Number(denominator)
          const made = {
            time_weighted: days.reduce((sum, each) => sum + each, 0) / 30,
            maximum: Math.max(...days),
            last: days.at(-1) ?? 0,
          }
          expect(made[aggregate]).toBeCloseTo(whole, 5)
        }),
      )
    },
  )
})
