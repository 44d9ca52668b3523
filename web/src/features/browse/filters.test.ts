import { expect, test } from 'vitest'
import { FilterSelection, filterOf } from './filters.ts'

const noon = new Date(2026, 2, 10, 12, 30)

test.each([
  ['1', new Date(2026, 2, 10)],
  ['7', new Date(2026, 2, 4)],
  ['30', new Date(2026, 1, 9)],
] as const)('a period of %s days begins with the first moment of its first day', (days, first) => {
  expect(filterOf({ days }, noon)).toEqual({ from: first.toISOString() })
})

test('days of one’s own go from the first moment to the last, and either may be left open', () => {
  const [from, to] = [new Date(2026, 0, 5), new Date(2026, 0, 6, 23, 59, 59, 999)]
  expect(filterOf({ from: '2026-01-05', to: '2026-01-06' }, noon)).toEqual({
    from: from.toISOString(),
    to: to.toISOString(),
  })
  expect(filterOf({ to: '2026-01-06' }, noon)).toEqual({ to: to.toISOString() })
})

test('a subcategory counts with its type alone', () => {
  expect(filterOf({ subcategory: 'lease' }, noon)).toEqual({})
  expect(filterOf({ type: 'contract', subcategory: 'lease' }, noon)).toEqual({
    type: 'contract',
    subcategory: 'lease',
  })
})

test('what makes no sense in an address is left out', () => {
  expect(FilterSelection.parse({ kind: 'image', days: 7 })).toEqual({ kind: 'image', days: '7' })
  expect(
    FilterSelection.parse({ kind: 'music', days: 'x', type: 'contract', user: 'ann' }),
  ).toEqual({})
  expect(FilterSelection.parse({ from: '2026-01-05', to: 'soon' })).toEqual({ from: '2026-01-05' })
  expect(FilterSelection.parse({})).toEqual({})
})
