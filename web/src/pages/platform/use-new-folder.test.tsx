// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Call, setUpRendering, showHook, stubCalls } from '../../../test/render.tsx'
import { userScope } from '../../lib/api-scope.ts'
import type { ListState } from './use-list-page.ts'
import { useNewFolder } from './use-new-folder.ts'

setUpRendering()

const pick = vi.fn()
const load = vi.fn(async () => [])
const nothing = { ids: new Set() }

/** @param loaded the loaded rows by index */
const listOf = (loaded: Record<number, string>, current: object = nothing) =>
  ({
    listing: {
      rows: {
        idAt: (index: number) => loaded[index],
        indexOf: (id: string) => Object.values(loaded).indexOf(id),
        load,
      },
    },
    selection: { current, pick },
    cache: { scope: userScope, refresh: async () => {} },
    location: { place: 'folders', folderId: 'f' },
    order: { sort: 'name', direction: 'ASC' },
  }) as unknown as ListState
const showList = (list: ListState) => showHook(() => useNewFolder(list))

let calls: Call[]

/** Creates a folder while no loaded page contains it. */
async function createNew(loaded: Record<number, string> = {}) {
  calls = stubCalls()
  const state = await showList(listOf(loaded))
  await act(async () => void state().createDraft('Best of'))
  await calls[0]?.answer(201, { data: { id: 'new', attributes: { name: 'Best of' } } })
}

beforeEach(() => {
  pick.mockClear()
  load.mockClear()
})

test('a new folder is selected once the list contains it', async () => {
  await createNew()
  await showList(listOf({ 0: 'new' }))
  expect(pick).toHaveBeenCalledExactlyOnceWith(0)
})

test('a new folder on a page that is not loaded is located and selected', async () => {
  const loaded: Record<number, string> = {}
  await createNew(loaded)
  expect(calls[1]?.path).toContain('/api/items/new/place')
  loaded[7] = 'new'
  await calls.at(-1)?.answer(200, { data: { parent_id: 'f', index: 7 } })
  expect(load).toHaveBeenLastCalledWith(7, 7)
  expect(pick).toHaveBeenCalledExactlyOnceWith(7)
})

test('a new folder does not replace what the user selects before it is loaded', async () => {
  await createNew()
  const chosen = { ids: new Set(['photo']) }
  await showList(listOf({ 200: 'photo' }, chosen))
  await calls.at(-1)?.answer(200, { data: { parent_id: 'f', index: 0 } })
  await showList(listOf({ 0: 'new', 200: 'photo' }, chosen))
  expect(pick).not.toHaveBeenCalled()
})

test('a new folder is not selected in another list', async () => {
  await createNew()
  const list = listOf({ 0: 'new' })
  await showList({ ...list, location: { place: 'folders', folderId: 'g' } })
  await showList(list)
  expect(pick).not.toHaveBeenCalled()
})
