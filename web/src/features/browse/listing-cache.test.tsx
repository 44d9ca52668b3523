// @vitest-environment jsdom
import { act } from 'react'
import { expect, test } from 'vitest'
import { queries, setUpRendering, showHook } from '../../../test/render.tsx'
import { UPLOAD_REQUESTS } from '../../lib/query-keys.ts'
import { useListingCache } from './listing-cache.ts'

setUpRendering()

test('a refresh includes upload requests, which end when their folder is deleted', async () => {
  const queryKey = [UPLOAD_REQUESTS]
  queries.setQueryData(queryKey, { pages: [], pageParams: [] })
  const cache = await showHook(useListingCache)
  await act(() => cache().refresh())
  expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
