import { expect, it } from 'vitest'
import { bytesOf, numberOf, sizeIn, unitFor } from './sizes.ts'

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
  expect(bytesOf('1.5', 'GB')).toBe(1_500_000_000)
  expect(bytesOf(' 1,5 ', 'GB')).toBe(1_500_000_000)
  expect(bytesOf('0', 'GB')).toBe(0)
})

it('does not take other text for a number', () => {
  for (const typed of ['', ' ', 'five', '5 GB', '1.2.3']) expect(bytesOf(typed, 'MB')).toBeNaN()
  expect(numberOf('')).toBeNaN()
  expect(numberOf('-1')).toBe(-1)
})
