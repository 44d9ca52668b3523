import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeDecimal } from './decimals.ts'
import { readTyped, toTyped } from './typed-numbers.ts'

it.each([
  ['1.000', 'en', '1.000'],
  ['1,000', 'en', '1000'],
  ['1.000', 'es', '1000'],
  ['1,000', 'es', '1.000'],
  ['0.125', 'es', '0.125'],
  ['1.234.567,5', 'es', '1234567.5'],
  ['1 234,5', 'fr', '1234.5'],
  ['1\u202f234\u00a0567,5', 'fr', '1234567.5'],
  ['12 345', 'pt-PT', '12345'],
  ['1’234.5', 'de-CH', '1234.5'],
  ["1'234", 'it-CH', '1234'],
  [' 12 ', 'en', '12'],
  ['- 5', 'en', '-5'],
  ['−3,5', 'es', '-3.5'],
  ['.5', 'en', '0.5'],
])('reads %s in %s as %s', (text, locale, decimal) => {
  expect(readTyped(text, locale)).toBe(decimal)
})

it.each(['', ' ', '.', '-', 'five', '5 GB', '1.2.3', '1,23,4'])('rejects "%s"', text => {
  expect(readTyped(text, 'en')).toBeUndefined()
})

it.each([
  ['1 2', 'en'],
  ['1 000', 'en'],
  ['1 000', 'es'],
  ['1\u00a0000', 'es'],
  ['1 2', 'fr'],
  ['12 34,5', 'fr'],
  ['1234 567', 'fr'],
  ['0 123', 'fr'],
  ['1,2 345', 'fr'],
  ['1’000', 'en'],
  ['1’2', 'de-CH'],
])('rejects "%s" in %s, where its parts are no groups', (text, locale) => {
  expect(readTyped(text, locale)).toBeUndefined()
})

it.each(['en', 'es', 'es-MX', 'de', 'de-CH', 'fr', 'fr-CH', 'pt-PT', 'cs', 'sv'])(
  'reads the numbers that %s groups',
  locale => {
    const { format } = new Intl.NumberFormat(locale, { useGrouping: 'always' })
    for (const number of [0, 999, 1000, -12_345, 1_234_567.5])
      expect(readTyped(format(number), locale)).toBe(String(number))
  },
)

it('reads what is written for the readers of each locale', () => {
  const units = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
  const locale = fc.constantFrom(
    'en',
    'es',
    'es-MX',
    'de',
    'de-CH',
    'fr',
    'pt-PT',
    'cs',
    'ar',
    'sv',
  )
  fc.assert(
    fc.property(units, fc.nat(6), locale, (units, scale, locale) => {
      const decimal = writeDecimal(units, scale)
      expect(readTyped(toTyped(decimal, locale), locale)).toBe(decimal)
    }),
  )
})
