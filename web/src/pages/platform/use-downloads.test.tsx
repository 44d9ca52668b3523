// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { setUpRendering, showHook, stubCalls } from '../../../test/render.tsx'
import { userScope } from '../../lib/api-scope.ts'
import { useDownloads } from './use-downloads.ts'
import type { ListState } from './use-list-page.ts'

setUpRendering()

/** Downloads everything in a folder with a number of exceptions. */
async function downloadExcept(count: number) {
  const calls = stubCalls()
  const resolve = vi.fn(async () => [])
  const except = new Set(Array.from({ length: count }, () => crypto.randomUUID()))
  const selection = { bulk: { folderId: 'a', except }, count: 1000, items: [], resolve }
  const list = { selection, cache: { scope: userScope } } as unknown as ListState
  const state = await showHook(() => useDownloads(list))
  await act(async () => state().downloadSelection())
  return { isResolved: resolve.mock.calls.length > 0, paths: calls.map(({ path }) => path) }
}

test('exceptions that fit into a URL are sent in it, more make a list of the other items', async () => {
  const few = await downloadExcept(100)
  expect(few.isResolved).toBe(false)
  expect(few.paths.find(path => path.includes('/zip?'))?.length).toBeLessThan(8_000)
  expect((await downloadExcept(210)).isResolved).toBe(true)
})
