// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { setUpRendering, showHook } from '../../../test/render.tsx'
import type { ListState } from './use-list-page.ts'
import { usePreview } from './use-preview.ts'

setUpRendering()

const file = {
  id: 'f',
  type: 'file',
  attributes: { name: 'f' },
  relationships: { owner: { data: null } },
} as unknown as Item
const pick = vi.fn()
const listOf = (listKey: string) =>
  ({
    listKey,
    listing: { rows: { indexOf: () => 7 } },
    selection: { pick },
  }) as unknown as ListState
const showList = (listKey: string) => showHook(() => usePreview(listOf(listKey)))

test('a preview ends when another folder is opened', async () => {
  const preview = await showList('b')
  await act(async () => preview().preview(file))
  expect(preview().previewed).toEqual({ item: file, index: 7 })
  expect((await showList('a'))().previewed).toBeNull()
  expect((await showList('b'))().previewed).toBeNull()
})

test('closing a preview selects the file that was shown last', async () => {
  const preview = await showList('b')
  await act(async () => preview().preview(file))
  await act(async () => preview().closePreview(8))
  expect(preview().previewed).toBeNull()
  expect(pick).toHaveBeenCalledWith(8)
})
