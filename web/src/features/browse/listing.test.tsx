// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { queries, settle, setUpRendering, showHook, stubCalls } from '../../../test/render.tsx'
import { type ListLocation, pageQuery } from './browse.api.ts'
import { useListing } from './listing.ts'

setUpRendering()
afterEach(() => onlineManager.setOnline(true))

const location = { place: 'all', folderId: null } as ListLocation
const order = { sort: 'name', direction: 'ASC' } as const
const page = { data: [], meta: { paginate: { total: 60, currentPage: 1 }, root: null } }

async function showRows() {
  queries.setQueryData(pageQuery(location, order, 1).queryKey, page as never)
  const listing = await showHook(() => useListing(location, order))
  return listing().rows
}

test('rows that have to be loaded are refused while offline', async () => {
  const calls = stubCalls()
  const rows = await showRows()
  onlineManager.setOnline(false)
  await expect(rows.load(0, 59)).rejects.toMatchObject({ status: 0 })
  expect(calls).toEqual([])
})

test('rows that are being loaded are refused when the connection is lost', async () => {
  const calls = stubCalls()
  const rows = await showRows()
  const loading = rows.load(0, 59)
  onlineManager.setOnline(false)
  await expect(loading).rejects.toMatchObject({ status: 0 })
  expect(calls).toHaveLength(1)
})

test('rows loaded beyond the visible ones are located by their items', async () => {
  const calls = stubCalls()
  const rows = await showRows()
  expect(rows.indexOf('last')).toBe(-1)
  const loading = rows.load(50, 59)
  await settle()
  const paginate = { total: 60, currentPage: 2 }
  await calls[0]?.answer(200, { data: [{ id: 'last' }], meta: { paginate, root: null } })
  await loading
  expect(rows.indexOf('last')).toBe(50)
})

/** A page of a list whose total is capped, as the server answers. */
const cappedPage = (currentPage: number, total: number, is_capped = true) => ({
  data: [{ id: `first-of-${currentPage}` }],
  meta: { paginate: { total, currentPage }, is_capped, root: null },
})

test('a list with a capped total grows with the pages that count further', async () => {
  const calls = stubCalls()
  queries.setQueryData(pageQuery(location, order, 1).queryKey, cappedPage(1, 10_000) as never)
  const listing = await showHook(() => useListing(location, order))
  expect(listing().rows).toMatchObject({ total: 10_000, isCapped: true })

  await act(async () => {
    listing().setVisibleRange(9_950, 9_999)
    await new Promise(resolve => setTimeout(resolve, 100))
  })
  await calls[0]?.answer(200, cappedPage(200, 19_950))
  expect(listing().rows).toMatchObject({ total: 19_950, isCapped: true })
  expect(listing().rows.idAt(9_950)).toBe('first-of-200')

  // The first page was read again, and counted less far.
  await act(async () =>
    queries.setQueryData(pageQuery(location, order, 1).queryKey, cappedPage(1, 10_000) as never),
  )
  await act(async () => listing().setVisibleRange(19_900, 19_949))
  await settle()
  expect(listing().rows.total).toBe(19_950)
})

test('the end of a list with a capped total is exact once a page has counted it', async () => {
  queries.setQueryData(pageQuery(location, order, 1).queryKey, cappedPage(1, 10_000) as never)
  await new Promise(resolve => setTimeout(resolve, 5))
  queries.setQueryData(
    pageQuery(location, order, 200).queryKey,
    cappedPage(200, 10_020, false) as never,
  )
  const listing = await showHook(() => useListing(location, order))
  expect(listing().rows).toMatchObject({ total: 10_020, isCapped: false })
})
