// @vitest-environment jsdom
import { onlineManager } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queries, settle, setUpRendering, showHook, stubCalls } from '../../../test/render.tsx'
import { userQuery } from '../../features/account/account.api.ts'
import { hitsQuery, NO_FILTERS } from '../../features/search/search.api.ts'
import { useSearchResults } from './use-search-results.ts'

setUpRendering()

beforeEach(() => {
  stubCalls()
  const user = { id: 'ada', attributes: { role: 'user' } }
  queries.setQueryData(userQuery.queryKey, user as never)
})
afterEach(() => onlineManager.setOnline(true))

let query = ''
const search = () =>
  showHook(() => useSearchResults({ query, filters: NO_FILTERS, showsAll: false }))
const COUNTS = { folder: 4, file: 7 }
/** Answers the search for one kind with the types of its hits. */
const answer = (kind: 'folder' | 'file', types: readonly string[]) =>
  queries.setQueryData(hitsQuery(query, { ...NO_FILTERS, type: kind }, COUNTS[kind]).queryKey, {
    data: types.slice(0, COUNTS[kind]).map((type, index) => ({ id: String(index), type })),
    meta: { has_more: types.length > COUNTS[kind], page: 1 },
  } as never)

test('a search while offline has failed instead of finding nothing', async () => {
  onlineManager.setOnline(false)
  query = 'report'
  const results = await search()
  expect(results()).toMatchObject({ isLoading: false, hasFailed: true, isOffline: true })
})

test('a search while offline does not show the results of the one before', async () => {
  query = 'repo'
  answer('folder', ['folder'])
  answer('file', ['file'])
  const before = await search()
  expect(before().files).toHaveLength(1)
  await act(async () => onlineManager.setOnline(false))
  query = 'report'
  const results = await search()
  await settle()
  expect(results()).toMatchObject({ files: [], folders: [], isLoading: false, hasFailed: true })
})

test.each([
  ['folder', { folders: 4, files: 0, hasMore: true }],
  ['file', { folders: 0, files: 5, hasMore: false }],
])(
  'lists each %s once when the type is typed, which replaces the filter',
  async (type, expected) => {
    query = `type:${type} report`
    for (const kind of ['folder', 'file'] as const) answer(kind, Array(5).fill(type))
    const { folders, files, hasMore } = (await search())()
    expect({ folders: folders.length, files: files.length, hasMore }).toEqual(expected)
  },
)
