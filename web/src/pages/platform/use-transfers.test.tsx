// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { setUpRendering, showHook } from '../../../test/render.tsx'
import { ApiError } from '../../lib/api.ts'
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
