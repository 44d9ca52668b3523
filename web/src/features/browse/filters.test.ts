import { expect, test } from 'vitest'
import { FilterSelection, filterOf } from './filters.ts'

const noon = new Date(2026, 2, 10, 12, 30)

test.each([
  ['1', new Date(2026, 2, 10)],
  ['7', new Date(2026, 2, 4)],
  ['30', new Date(2026, 1, 9)],
] as const)('a period of %s days begins at the start of its first day', (days, first) => {
  expect(filterOf({ days }, noon)).toEqual({ from: first.toISOString() })
})

test('a custom range covers both days completely, and either end may be open', () => {
  const from = new Date(2026, 0, 5)
  const to = new Date(2026, 0, 6, 23, 59, 59, 999)
  expect(filterOf({ from: '2026-01-05', to: '2026-01-06' }, noon)).toEqual({
    from: from.toISOString(),
    to: to.toISOString(),
  })
  expect(filterOf({ to: '2026-01-06' }, noon)).toEqual({ to: to.toISOString() })
})

test('ignores a subcategory without its type', () => {
  expect(filterOf({ subcategory: 'lease' }, noon)).toEqual({})
  expect(filterOf({ type: 'contract', subcategory: 'lease' }, noon)).toEqual({
    type: 'contract',
    subcategory: 'lease',
  })
})

test('ignores invalid search parameters', () => {
  expect(FilterSelection.parse({ kind: 'image', days: 7 })).toEqual({ kind: 'image', days: '7' })
  expect(
    FilterSelection.parse({ kind: 'music', days: 'x', type: 'contract', user: 'ann' }),
  ).toEqual({})
  expect(FilterSelection.parse({ from: '2026-01-05', to: 'soon' })).toEqual({ from: '2026-01-05' })
  expect(FilterSelection.parse({})).toEqual({})
})
