// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { act } from 'react'
import { expect, test } from 'vitest'
import { setUpRendering, showHook, stubCalls } from '../../../test/render.tsx'
import { userScope } from '../../lib/api-scope.ts'
import { toasts } from '../../ui/toasts/toast-store.ts'
import type { ListState } from './use-list-page.ts'
import { useRenaming } from './use-renaming.ts'

setUpRendering()

const itemOf = (id: string) =>
  ({ id, type: 'file', attributes: { name: id, parent_id: null } }) as Item
const [first, second] = [itemOf('a.txt'), itemOf('b.txt')]

const listOf = (items: Item[]) =>
  ({
    listing: {
      rows: { isKnown: true, indexOf: (id: string) => items.findIndex(i => i.id === id) },
    },
    selection: { pick: () => {} },
    cache: { scope: userScope, patch: () => () => {}, refresh: async () => {} },
    location: { place: 'folders', folderId: null },
    isFlat: false,
  }) as unknown as ListState
const renaming = (items: Item[]) => showHook(() => useRenaming(listOf(items), () => {}))

/** Renames the first item. @returns the state, and a function that lets the server fail */
async function renameFirst() {
  const calls = stubCalls()
  toasts.set([])
  const state = await renaming([first, second])
  await act(async () => state().startRename(first))
  await act(async () => void state().rename(first, 'new.txt'))
  return { state, fail: () => calls[0]?.answer(503, {}) }
}

test('a name that failed stays in the field', async () => {
  const { state, fail } = await renameFirst()
  await fail()
  expect(state().editing?.rejected?.name).toBe('new.txt')
})

test('a name that failed does not replace the one that is being typed', async () => {
  const { state, fail } = await renameFirst()
  await act(async () => state().startRename(second))
  await fail()
  expect(state().editing).toEqual({ item: second })
  expect(toasts.get()).toMatchObject([{ kind: 'danger' }])
})

test('a name that failed after another folder was opened is reported', async () => {
  const { fail } = await renameFirst()
  const state = await renaming([])
  await fail()
  expect(state().editing).toBeNull()
  expect(toasts.get()).toMatchObject([{ kind: 'danger' }])
})

test('what was typed for one item does not become the name of another', async () => {
  const state = await renaming([first, second])
  await act(async () => state().startRename(first))
  state().nameDraft.current = { value: 'new.txt', selection: [3, 3] }
  await act(async () => state().startRename(second))
  expect(state().nameDraft.current).toBeNull()
})
