import type { Listing } from '@coffer/contract/browse'
import type { Item } from '@coffer/contract/items'
import { paginate } from '@coffer/contract/resource'
import { expect, test } from 'vitest'
import { removeFromPages } from './remove-from-pages.ts'

const item = (index: number) => ({ id: `i${index}` }) as Item
const range = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => item(from + index))

function page(number: number, total: number): [number, Listing] {
  const count = Math.min(50, total - (number - 1) * 50)
  const data = range((number - 1) * 50, count)
  const meta = { root: null, ancestors: [], teamFolder: null }
  return [
    number,
    { data, meta: { ...meta, paginate: paginate({ page: number, per_page: 50 }, total, count) } },
  ]
}

const idsOf = (pages: Map<number, Listing>, number: number) =>
  pages.get(number)?.data.map(({ id }) => id)

test('moves later rows up, across pages', () => {
  const pages = removeFromPages(
    new Map([page(1, 120), page(2, 120), page(3, 120)]),
    new Set(['i3']),
  )
  expect(idsOf(pages, 1)?.slice(2, 5)).toEqual(['i2', 'i4', 'i5'])
  expect(idsOf(pages, 1)?.at(-1)).toBe('i50')
  expect(idsOf(pages, 2)?.at(-1)).toBe('i100')
  expect(idsOf(pages, 3)).toHaveLength(19)
  expect(pages.get(2)?.meta.paginate.total).toBe(119)
})

test('removes several items at once', () => {
  const removed = new Set(['i0', 'i49', 'i50', 'i99'])
  const pages = removeFromPages(new Map([page(1, 100), page(2, 100)]), removed)
  expect(idsOf(pages, 1)).toHaveLength(50)
  expect(idsOf(pages, 2)).toHaveLength(46)
  expect(idsOf(pages, 1)?.some(id => removed.has(id))).toBe(false)
})

test('a page becomes shorter when the next page is not loaded', () => {
  const pages = removeFromPages(new Map([page(1, 500), page(9, 500)]), new Set(['i1', 'i2']))
  expect(idsOf(pages, 1)).toHaveLength(48)
  expect(idsOf(pages, 9)?.[0]).toBe('i402')
  expect(pages.get(9)?.meta.paginate.total).toBe(498)
})

test('an unknown id changes nothing', () => {
  const before = new Map([page(1, 3)])
  expect(removeFromPages(before, new Set(['missing']))).toEqual(before)
})
