import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searched } from '../../server/test/property.ts'
import { CURRENCIES, currencyName, exponentOf } from './currencies.ts'
import { divideRounded, roundTogether } from './decimals.ts'
import {
  allocate,
  formatMoney,
  formatRate,
  formatShortMoney,
  fromDecimal,
  Money,
  parseMoney,
  Rate,
  requireRate,
  toDecimal,
} from './money.ts'

const runs = searched(300)
const amount = fc.integer({ min: -(2 ** 40), max: 2 ** 40 })
const currency = fc.constantFrom(...CURRENCIES)
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

describe('currencies', () => {
  it('lists about 150, the most common first', () => {
    expect(CURRENCIES.slice(0, 3)).toEqual(['USD', 'EUR', 'GBP'])
    expect(CURRENCIES.length).toBeGreaterThan(145)
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length)
    for (const gone of ['HRK', 'BGN', 'SLL', 'XDR', 'XAU', 'CUC'])
      expect(CURRENCIES).not.toContain(gone)
  })

  it('knows the decimals of ISO 4217 where Intl differs', () => {
    expect(['USD', 'HUF', 'COP', 'JPY', 'ISK', 'KWD', 'IQD'].map(exponentOf)).toEqual([
      2, 2, 2, 0, 0, 3, 3,
    ])
    expect(() => exponentOf('XXX')).toThrow(RangeError)
  })

  it('names each in both languages', () => {
    for (const code of CURRENCIES)
      for (const locale of ['en', 'es']) expect(currencyName(code, locale)).not.toBe(code)
  })
})

describe('money', () => {
  it('accepts only integers of known currencies', () => {
    expect(Money.safeParse({ amount: 1250, currency: 'EUR' }).success).toBe(true)
    for (const wrong of [
      { amount: 12.5, currency: 'EUR' },
      { amount: 2 ** 60, currency: 'EUR' },
      { amount: 1, currency: 'eur' },
      { amount: 1, currency: 'toString' },
    ])
      expect(Money.safeParse(wrong).success).toBe(false)
  })

  it('returns from its decimal text as it was', () => {
    fc.assert(
      fc.property(amount, currency, (amount, currency) => {
        const money = { amount, currency }
        expect(fromDecimal(toDecimal(money), currency)).toEqual(money)
      }),
      runs,
    )
    expect(fromDecimal('12.505', 'EUR')).toBeUndefined()
    expect(fromDecimal('12.500', 'EUR')).toEqual({ amount: 1250, currency: 'EUR' })
    expect(fromDecimal('1e3', 'EUR')).toBeUndefined()
  })

  it('case 27: writes JPY, KWD, HUF and ISK with their own decimals', () => {
    const written = (amount: number, currency: string, locale = 'en') =>
      plain(formatMoney({ amount, currency }, locale))
    expect(written(500, 'JPY')).toBe('¥500')
    expect(written(1230, 'KWD')).toBe('KWD 1.230')
    expect(written(100_000, 'HUF')).toBe('HUF 1,000.00')
    expect(written(500, 'ISK')).toBe('ISK 500')
    expect(written(123_450, 'EUR', 'es')).toBe('1234,50 €')
    expect(written(Number.MAX_SAFE_INTEGER, 'USD')).toBe('$90,071,992,547,409.91')
  })

  it('writes whole amounts without decimals where they are short', () => {
    const written = (amount: number, currency: string) =>
      plain(formatShortMoney({ amount, currency }, 'en'))
    expect(written(10_000, 'USD')).toBe('$100')
    expect(written(1250, 'USD')).toBe('$12.50')
    expect(written(500, 'JPY')).toBe('¥500')
    expect(written(10_000, 'KWD')).toBe('KWD 10')
  })

  it('writes prices per unit with two decimals more', () => {
    expect(formatRate('0.015', 'EUR', 'en')).toBe('€0.0150')
    expect(formatRate('0.0000125', 'USD', 'en')).toBe('$0.0000125')
    expect(plain(formatRate('3', 'EUR', 'es'))).toBe('3,0000 €')
  })
})

describe('parseMoney', () => {
  it.each([
    ['12.5', 'EUR', 'en', 1250],
    ['12,5', 'EUR', 'en', 1250],
    [' €1,234.50 ', 'EUR', 'en', 123_450],
    ['1,234', 'EUR', 'en', 123_400],
    ['1.234,50 €', 'EUR', 'es', 123_450],
    ['1.234', 'EUR', 'es', 123_400],
    ['1.234.567', 'EUR', 'es', 123_456_700],
    ['EUR 7', 'EUR', 'en', 700],
    ['-3.20', 'EUR', 'en', -320],
    ['.5', 'EUR', 'en', 50],
    ['500', 'JPY', 'en', 500],
    ['1.230', 'KWD', 'en', 1230],
    ['1 234,5', 'CZK', 'cs', 123_450],
  ])('reads %s in %s for %s', (text, currency, locale, amount) => {
    expect(parseMoney(text, currency, locale)).toEqual({ amount, currency })
  })

  it.each([
    ['', 'EUR'],
    ['.', 'EUR'],
    ['abc', 'EUR'],
    ['1.005', 'USD'],
    ['12.345', 'EUR'],
    ['1,23,4', 'EUR'],
    ['500.5', 'JPY'],
    ['99999999999999999999', 'EUR'],
    ['12 $', 'EUR'],
    ['1 2', 'EUR'],
    ['1€50', 'EUR'],
  ])('rejects "%s" in %s', (text, currency) => {
    expect(parseMoney(text, currency, 'en')).toBeUndefined()
  })

  it('reads what formatMoney writes', () => {
    const locale = fc.constantFrom('en', 'es', 'de', 'fr', 'cs')
    const named = fc.constantFrom('USD', 'EUR', 'GBP', 'JPY', 'KWD', 'HUF', 'CZK')
    fc.assert(
      fc.property(amount, named, locale, (amount, currency, locale) => {
        const money = { amount, currency }
        expect(parseMoney(formatMoney(money, locale), currency, locale)).toEqual(money)
      }),
      runs,
    )
  })
})

describe('allocate', () => {
  it('P4: the parts sum to the amount, each within one unit of its share', () => {
    const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(amount, weights, (amount, weights) => {
        const parts = allocate(amount, weights)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        const sum = weights.reduce((total, weight) => total + weight, 0)
        if (sum === 0) return
        for (const [index, part] of parts.entries())
          expect(Math.abs(part - (amount * (weights[index] ?? 0)) / sum)).toBeLessThan(1.001)
      }),
      runs,
    )
  })

  it('allocates the negative as the negated parts', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(-100, [1, 1, 1])).toEqual([-34, -33, -33])
    expect(allocate(5, [0, 0])).toEqual([3, 2])
    expect(() => allocate(5, [])).toThrow(RangeError)
    expect(() => allocate(5, [1, -1])).toThrow(RangeError)
  })

  it('P4: rounds fractions so that they sum to their rounded sum, with either sign', () => {
    const numerators = fc.array(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), {
      minLength: 1,
      maxLength: 12,
    })
    fc.assert(
      fc.property(numerators, fc.bigInt({ min: 1n, max: 10n ** 9n }), (numerators, denominator) => {
        const rounded = roundTogether(numerators, denominator)
        const [whole] = roundTogether([numerators.reduce((a, b) => a + b, 0n)], denominator)
        expect(rounded.reduce((a, b) => a + b, 0n)).toBe(whole)
        for (const [index, each] of rounded.entries()) {
          const difference = each * denominator - (numerators[index] ?? 0n)
          expect(difference < denominator && difference > -denominator).toBe(true)
        }
      }),
      runs,
    )
  })
})

it('rounds half away from zero', () => {
  expect([5n, -5n, 4n, -4n, 15n].map(tenths => divideRounded(tenths, 10n))).toEqual([
    1n,
    -1n,
    0n,
    0n,
    2n,
  ])
})

it('reads plain decimal texts only as rates', () => {
  for (const rate of ['0', '0.015', '12', '0.000000000001'])
    expect(Rate.safeParse(rate).success).toBe(true)
  for (const rate of ['', '-1', '1e3', '.5', '1,5', '0.0000000000001', ' 1'])
    expect(Rate.safeParse(rate).success).toBe(false)
  expect(() => requireRate('x')).toThrow(RangeError)
})
