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

test('a search while offline has failed instead of finding nothing', async () => {
  onlineManager.setOnline(false)
  query = 'report'
  const results = await search()
  expect(results()).toMatchObject({ isLoading: false, hasFailed: true, isOffline: true })
})

test('a search while offline does not show the results of the one before', async () => {
  query = 'repo'
  for (const [type, count] of [
    ['folder', 4],
    ['file', 7],
  ] as const)
    queries.setQueryData(hitsQuery(query, { ...NO_FILTERS, type }, count).queryKey, {
      data: [{ id: type }],
      meta: { has_more: false, page: 1 },
    } as never)
  const before = await search()
  expect(before().files).toHaveLength(1)
  await act(async () => onlineManager.setOnline(false))
  query = 'report'
  const results = await search()
  await settle()
  expect(results()).toMatchObject({ files: [], folders: [], isLoading: false, hasFailed: true })
})
