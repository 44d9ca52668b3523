import { expect, it } from 'vitest'
import { bytesOf, numberOf, sizeIn, toTypedNumber, unitFor } from './sizes.ts'

const UNITS = ['MB', 'GB', 'TB'] as const

it('shows a size in the largest unit in which it is short', () => {
  expect(unitFor(5_000_000_000, UNITS)).toBe('GB')
  expect(unitFor(1_500_000_000_000, UNITS)).toBe('TB')
  expect(unitFor(700_000_000, UNITS)).toBe('MB')
  expect(unitFor(0, UNITS)).toBe('MB')
  expect(unitFor(8 * 1024 * 1024, ['MiB'])).toBe('MiB')
  expect(sizeIn(8 * 1024 * 1024, 'MiB')).toBe(8)
})

it('reads a size with a point or a comma', () => {
  expect(bytesOf('1.5', 'GB', 'en')).toBe(1_500_000_000)
  expect(bytesOf(' 1,5 ', 'GB', 'en')).toBe(1_500_000_000)
  expect(bytesOf('0', 'GB', 'en')).toBe(0)
})

it('reads groups of thousands in the language of the reader', () => {
  expect(bytesOf('1.000', 'GB', 'es')).toBe(1_000_000_000_000)
  expect(bytesOf('1.000', 'GB', 'en')).toBe(1_000_000_000)
  expect(numberOf('1,000', 'en')).toBe(1000)
})

it.each(['en', 'es'])('reads a number as it is shown in %s', locale => {
  for (const value of [0, 1.125, 1234.5, 0.000000001, 9_000_000])
    expect(numberOf(toTypedNumber(value, locale), locale)).toBe(value)
})

it('does not take other text for a number', () => {
  for (const typed of ['', ' ', 'five', '5 GB', '1.2.3'])
    expect(bytesOf(typed, 'MB', 'en')).toBeNaN()
  expect(numberOf('', 'en')).toBeNaN()
  expect(numberOf('-1', 'en')).toBe(-1)
})
