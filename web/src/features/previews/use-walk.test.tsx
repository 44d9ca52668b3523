// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { setUpRendering, showHook } from '../../../test/render.tsx'
import { type PreviewRows, usePreviewNavigation } from './use-walk.ts'

setUpRendering()

const itemOf = (id: string) => ({ id, type: id.startsWith('folder') ? 'folder' : 'file' }) as Item
let ids: string[]
/** Pages that nothing shows are dropped after a while. */
let isLoaded: boolean
const rows = (): PreviewRows => ({
  total: ids.length,
  itemAt: index => (isLoaded && ids[index] !== undefined ? itemOf(ids[index]) : undefined),
  load: async first => ids.slice(first, first + 1).map(itemOf),
  indexOf: id => (isLoaded ? ids.indexOf(id) : -1),
})
let preview: () => ReturnType<typeof usePreviewNavigation>
async function open(id: string): Promise<void> {
  const index = ids.indexOf(id)
  const render = () => showHook(() => usePreviewNavigation(rows(), itemOf(id), index))
  preview = await render()
  change = async changed => {
    ids = changed
    preview = await render()
  }
}
/** Changes the list while the preview is open. */
let change: (changed: string[]) => Promise<void>

beforeEach(() => {
  ids = ['folder', 'a', 'b', 'c', 'd']
  isLoaded = true
})

test('goes through the files of a list, not through its folders', async () => {
  await open('a')
  expect(preview()).toMatchObject({ hasPrevious: false, position: { number: 1, of: 4 } })
  await act(async () => preview().next())
  expect(preview()).toMatchObject({ item: { id: 'b' }, hasPrevious: true, hasNext: true })
  await act(async () => preview().previous())
  expect(preview().item.id).toBe('a')
})

test('skips no file after someone else has removed the one that is shown', async () => {
  await open('b')
  await change(['folder', 'a', 'c', 'd'])
  await act(async () => preview().next())
  expect(preview().item.id).toBe('c')
  await change(['folder', 'a', 'd'])
  await act(async () => preview().previous())
  expect(preview().item.id).toBe('a')
})

test('continues from a file whose page was dropped', async () => {
  await open('b')
  isLoaded = false
  await change(ids)
  await act(async () => preview().next())
  expect(preview().item.id).toBe('c')
})

test('ends at the last file when that is removed', async () => {
  await open('d')
  await change(['folder', 'a', 'b', 'c'])
  expect(preview()).toMatchObject({ hasNext: false, hasPrevious: true })
  await act(async () => void (await preview().leave()))
  expect(preview().item.id).toBe('c')
})
