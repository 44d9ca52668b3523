// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { settle, setUpRendering, showHook, stubCalls } from '../../../test/render.tsx'
import { clipboard, emptyClipboard } from '../../features/items/clipboard.ts'
import { openQuestion } from '../../features/items/conflict-questions.ts'
import { ApiError } from '../../lib/api.ts'
import { userScope } from '../../lib/api-scope.ts'
import { popups } from '../../ui/popups/popup-store.ts'
import { toasts } from '../../ui/toasts/toast-store.ts'
import type { ListState } from './use-list-page.ts'
import { useTransfers } from './use-transfers.ts'

setUpRendering()

test('a selection that can not be loaded is reported and stays selected', async () => {
  const resolve = vi.fn(async () => Promise.reject(new ApiError(0, null)))
  const setChoosing = vi.fn()
  const selection = { count: 60, items: [], bulk: null, resolve }
  const list = { selection, cache: {}, setChoosing, isFlat: true } as unknown as ListState
  const transfers = await showHook(() => useTransfers(list, { id: null, name: 'Files' }, true))
  toasts.set([])
  await transfers().trash()
  expect(toasts.get()).toMatchObject([{ kind: 'danger' }])
  expect(popups.get()).toEqual([])
  expect(setChoosing).not.toHaveBeenCalled()
})

test('items stay cut when pasting them is cancelled', async () => {
  const calls = stubCalls()
  const item = { id: 'a', type: 'file', attributes: { name: 'a', parent_id: null } } as Item
  const cut = { ...emptyClipboard, items: [item] }
  clipboard.set(cut)
  const cache = { scope: userScope, remove: () => () => {}, refresh: async () => {} }
  const list = { selection: {}, cache, setChoosing: () => {} } as unknown as ListState
  const transfers = await showHook(() => useTransfers(list, { id: 'f', name: 'F' }, true))
  const paste = async () => {
    await act(async () => void transfers().paste())
    await vi.waitFor(() => expect(calls.at(-1)?.path).toContain('conflicts'))
    await calls.at(-1)?.answer(200, { data: [{ item, existing: item }], meta: { total: 1 } })
  }
  await paste()
  await act(async () => openQuestion.get()?.answer(null))
  await settle()
  expect(clipboard.get()).toBe(cut)

  await paste()
  await act(async () => openQuestion.get()?.answer(new Map([['a', 'rename']])))
  await settle()
  expect(calls.at(-1)?.path).toContain('move')
  expect(clipboard.get()).toBe(emptyClipboard)
})

test('keeps the clipboard when none of the selected items can be copied', async () => {
  const item = (id: string, download: boolean) =>
    ({ id, attributes: { name: id }, meta: { can: { download } } }) as Item
  const before = { ...emptyClipboard, how: 'copy' as const, items: [item('before', true)] }
  clipboard.set(before)
  document.execCommand = () => true
  const items = [item('private', false)]
  const selection = { count: 1, items, bulk: null, resolve: async () => items }
  const list = { selection, cache: {}, setChoosing: () => {} } as unknown as ListState
  const transfers = await showHook(() => useTransfers(list, { id: null, name: 'Files' }, true))
  await act(() => transfers().copyToClipboard('copy'))
  expect(clipboard.get()).toBe(before)
  clipboard.set(emptyClipboard)
})
