// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
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
