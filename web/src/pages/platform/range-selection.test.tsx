// @vitest-environment jsdom
import { PAGE_SIZE } from '@coffer/contract/constants'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  type Call,
  queries,
  settle,
  setUpRendering,
  showHook,
  stubCalls,
} from '../../../test/render.tsx'
import { type ListLocation, pageQuery, type TrashOrder } from '../../features/browse/browse.api.ts'
import { useListing } from '../../features/browse/listing.ts'
import { type ItemSelection, useSelection } from '../../features/items/use-selection.ts'
import { popups } from '../../ui/popups/popup-store.ts'

setUpRendering()

const TOTAL = 3 * PAGE_SIZE
const location = { place: 'folders', folderId: 'reports' } as ListLocation
const order = { sort: 'name', direction: 'ASC' } as const

const pageOf = (number: number) => ({
  data: Array.from({ length: PAGE_SIZE }, (_, offset) => ({
    id: `item-${(number - 1) * PAGE_SIZE + offset}`,
    type: 'file',
    attributes: {},
    meta: { can: {} },
  })),
  meta: { paginate: { total: TOTAL, currentPage: number }, root: null, ancestors: [] },
})

const idsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, step) => `item-${from + step}`)

let calls: Call[]
beforeEach(() => {
  calls = stubCalls()
})

/** Renders the selection in a folder of three pages, of which the first is loaded. */
const showFolder = (entry: string, shown: TrashOrder = order) => {
  queries.setQueryData(pageQuery(location, order, 1).queryKey, pageOf(1) as never)
  return showHook(() => useSelection(useListing(location, shown).rows, entry, 'reports'))
}

const pageIn = ({ path }: Call) => Number(new URL(path, 'http://coffer').searchParams.get('page'))

async function answerPages(): Promise<void> {
  for (const call of calls.splice(0)) await call.answer(200, pageOf(pageIn(call)))
}

const selectedIds = async (selection: ItemSelection) =>
  (await selection.resolve()).map(({ id }) => id)

test('a range over pages that are not loaded covers all of its rows', async () => {
  const selection = await showFolder('covers')
  act(() => selection().pick(10))
  act(() => selection().pick(TOTAL - 1, 'range'))
  expect(selection().count).toBe(TOTAL - 10)
  expect(selection().isLoading).toBe(true)
  await settle()
  await answerPages()
  expect(selection().isLoading).toBe(false)
  expect(selection().count).toBe(TOTAL - 10)
  expect(selection().items).toHaveLength(TOTAL - 10)
  expect(await selectedIds(selection())).toEqual(idsOf(10, TOTAL - 1))
})

test('an action waits for the rows of a range that are still loading', async () => {
  const selection = await showFolder('waits')
  act(() => selection().pick(10))
  act(() => selection().step('last', 'range', 1))
  const ids = selectedIds(selection())
  await settle()
  await answerPages()
  expect(await ids).toEqual(idsOf(10, TOTAL - 1))
})

test('a row deselected while a range is loading stays deselected', async () => {
  const selection = await showFolder('toggles')
  act(() => selection().pick(10))
  act(() => selection().step('last', 'range', 1))
  act(() => selection().pick(12, 'toggle'))
  expect(selection().count).toBe(TOTAL - 11)
  await settle()
  await answerPages()
  expect(selection().count).toBe(TOTAL - 11)
  expect(selection().has('item-12')).toBe(false)
  expect(selection().has('item-149')).toBe(true)
})

test('a range keeps its rows when the order changes while it is loading', async () => {
  const selection = await showFolder('sorts')
  act(() => selection().pick(10))
  act(() => selection().step('last', 'range', 1))
  await settle()
  const sorted = await showFolder('sorts', { sort: 'name', direction: 'DESC' })
  await answerPages()
  expect(sorted().count).toBe(TOTAL - 10)
  expect(await selectedIds(sorted())).toEqual(idsOf(10, TOTAL - 1))
})

test('a range that could not be loaded restores the selection before it', async () => {
  const selection = await showFolder('fails')
  act(() => selection().pick(10))
  act(() => selection().step('last', 'range', 1))
  await settle()
  for (const call of calls.splice(0)) await call.answer(500, { message: 'Broken' })
  expect(selection().isLoading).toBe(false)
  expect(selection().count).toBe(1)
  expect(popups.get()).toHaveLength(1)
})

test('a range that was loading when the user went away is complete when they return', async () => {
  const selection = await showFolder('leaves')
  act(() => selection().pick(10))
  act(() => selection().step('last', 'range', 1))
  await settle()
  const other = await showFolder('other')
  act(() => other().pick(0))
  await answerPages()
  expect(other().count).toBe(1)
  const restored = await showFolder('leaves')
  await settle()
  expect(restored().isLoading).toBe(false)
  expect(await selectedIds(restored())).toEqual(idsOf(10, TOTAL - 1))
})
