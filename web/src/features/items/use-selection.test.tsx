// @vitest-environment jsdom
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { setUpRendering, showHook } from '../../../test/render.tsx'
import type { LoadingRows } from './selection.ts'
import { useSelection } from './use-selection.ts'

setUpRendering()

/** A folder of which only the first page is loaded. */
const rowsOf = (total: number, load: LoadingRows['load']): LoadingRows => ({
  listKey: 'folder',
  isKnown: true,
  total,
  idAt: index => (index < 50 ? `id ${index}` : undefined),
  indexOf: id => (/^id \d+$/.test(id) ? Number(id.slice(3)) : -1),
  itemAt: () => undefined,
  loaded: () => [],
  load,
})

test('a range over the whole folder selects all, without loading the rows', async () => {
  const load = vi.fn(async () => [])
  const rows = rowsOf(300_000, load)
  const selection = await showHook(() => useSelection(rows, 'entry', null))
  act(() => selection().pick(0))
  act(() => selection().pick(299_999, 'range'))
  expect(selection().count).toBe(300_000)
  expect(selection().bulk).toEqual({ folderId: null, except: new Set() })
  expect(load).not.toHaveBeenCalled()
  act(() => selection().pick(1, 'range'))
  expect(selection().count).toBe(2)
})
