import { expect, test } from 'vitest'
import {
  cleared,
  countFilters,
  type FilterTypes,
  parseTableSearch,
  requestOf,
} from './table-search.ts'

const filters = {
  role: ['admin', 'user'],
  plan: 'text',
  storage: 'range',
  seen: { daysOr: ['never'] },
} as const satisfies FilterTypes
const order = { sort: 'created_at', direction: 'desc' } as const
const noon = new Date(2026, 2, 10, 12, 30)

test('reads page, order, search and filters from the URL', () => {
  const search = {
    page: 3,
    sort: 'name',
    direction: 'asc',
    query: 'ada',
    role: 'admin',
    storage_min: 5,
    seen_days: 30,
  }
  expect(parseTableSearch(filters, search)).toEqual({ ...search, seen_days: '30' })
})

test('drops unknown parameters and invalid values', () => {
  const search = {
    page: -1,
    per_page: 1e9,
    direction: 'up',
    role: 'owner',
    storage_min: 'much',
    seen_from: 'soon',
    other: 'x',
  }
  expect(parseTableSearch(filters, search)).toEqual({})
  expect(parseTableSearch(filters, null)).toEqual({})
})

test('reads a search for a number as text', () => {
  expect(parseTableSearch(filters, { query: 42 })).toEqual({ query: '42' })
})

test('asks for the first page in the default order when the URL is empty', () => {
  expect(requestOf(filters, {}, order, noon)).toEqual({ page: 1, per_page: 50, ...order })
})

test('sorts ascending when only the column is given', () => {
  const request = requestOf(filters, { sort: 'name' }, order, noon)
  expect(request).toMatchObject({ sort: 'name', direction: 'asc' })
})

test('converts days into instants and passes the other filters on', () => {
  const search = parseTableSearch(filters, { role: 'user', storage_max: 9, seen_days: 1 })
  expect(requestOf(filters, search, order, noon)).toEqual({
    page: 1,
    per_page: 50,
    ...order,
    role: 'user',
    storage_max: 9,
    seen_from: new Date(2026, 2, 10).toISOString(),
  })
})

test('a filter for days can have other values too', () => {
  const search = parseTableSearch(filters, { seen: 'never' })
  expect(requestOf(filters, search, order, noon)).toMatchObject({ seen: 'never' })
  expect(countFilters(filters, search)).toBe(1)
})

test('counts a range as one filter, and clearing switches all off', () => {
  const search = { role: 'user', storage_min: 1, storage_max: 2, query: 'ada' }
  expect(countFilters(filters, search)).toBe(2)
  expect(countFilters(filters, { ...search, ...cleared(filters) })).toBe(0)
})
