import { FIELD_TYPES } from '@coffer/contract/document-types'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateValue, validateValues, wireValue } from './values.rules.ts'

const anything = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('2026-02-29', '2024-02-29', '1e400', '0x10', ' 7 ', '-0', 'yes', '1'),
)

describe('a field accepts values of its type', () => {
  it.each([
    ['text', ' Lease  ', 'Lease'],
    ['text', 12, '12'],
    ['text', 'Cafe\u0301', 'Café'],
    ['number', '12.50', '12.5'],
    ['number', -3, '-3'],
    ['number', '-0', '0'],
    ['number', '0012.500e3', '12500'],
    ['number', '123456789012345', '123456789012345'],
    ['number', '0.1234567890123456', '0.1234567890123456'],
    ['date', '2024-02-29', '2024-02-29'],
    ['boolean', true, 'true'],
    ['boolean', '0', 'false'],
  ] as const)('%s: %s', (type, value, stored) => {
    expect(validateValue(type, value)).toEqual({ stored })
  })
})

describe('a field refuses other values', () => {
  it.each([
    ['text', 'two\nlines', 'validation.invalid'],
    ['text', 'x'.repeat(401), 'validation.long'],
    ['number', 'twelve', 'validation.number'],
    ['number', '1,5', 'validation.number'],
    ['number', '0x10', 'validation.number'],
    ['number', '1e400', 'validation.number'],
    ['number', '12345678901234567890', 'validation.long'],
    ['number', '0.12345678901234567890', 'validation.long'],
    ['number', Number.NaN, 'validation.number'],
    ['date', '2026-02-29', 'validation.date'],
    ['date', '2026-13-01', 'validation.date'],
    ['date', '30.04.2026', 'validation.date'],
    ['date', '2026-04-30T10:00:00Z', 'validation.date'],
    ['boolean', 'yes', 'validation.boolean'],
  ] as const)('%s: %s', (type, value, error) => {
    expect(validateValue(type, value)).toEqual({ error })
  })
})

it('every value is refused or normalised, and a normalised value stays the same', async () => {
  await fc.assert(
    fc.property(fc.constantFrom(...FIELD_TYPES), anything, (type, value) => {
      const first = validateValue(type, value)
      if ('error' in first) return
      const again = validateValue(type, wireValue(type, first.stored ?? undefined))
      expect(again).toEqual(first)
    }),
    { seed: 6, numRuns: 2000 },
  )
})

it('validates each field on its own, and refuses an unknown field', () => {
  const field = (id: string, type: 'number' | 'date') => ({ id, name: id, type, required: false })
  const { stored, errors } = validateValues(
    [field('a', 'number'), field('b', 'date')],
    { a: '5', b: 'soon', c: 'who?' },
    id => `values.${id}`,
  )
  expect([...stored]).toEqual([['a', '5']])
  expect(errors).toEqual({ 'values.b': ['validation.date'], 'values.c': ['validation.invalid'] })
})

it.each(FIELD_TYPES)('null and spaces clear a field of type %s', type => {
  for (const value of [null, '', '   '])
    expect(validateValue(type, value)).toEqual({ stored: null })
})
