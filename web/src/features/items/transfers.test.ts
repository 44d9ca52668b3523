// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { afterEach, expect, test } from 'vitest'
import { type Call, settle, setUpRendering, stubCalls } from '../../../test/render.tsx'
import { userScope } from '../../lib/api-scope.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { popups } from '../../ui/popups/popup-store.ts'
import { undoLast } from '../../ui/toasts/undo.ts'
import { moveTo } from './transfers.ts'

setUpRendering()
afterEach(() => popups.set([]))

const cache = {
  scope: { ...userScope, more: null },
  remove: () => () => {},
  refresh: async () => {},
} as unknown as ItemCache

const report = {
  id: 'report',
  type: 'file',
  attributes: { name: 'report.txt', parent_id: null },
} as Item

/** Moves a file into a folder, where the server renames it, and begins to undo that. */
async function undoMove(): Promise<Call[]> {
  const calls = stubCalls()
  const moving = moveTo(cache, [report], { id: 'target', name: 'Target' })
  await settle()
  const renamed = [{ id: report.id, type: 'file', name: 'report (2).txt' }]
  await calls[0]?.answer(200, { meta: { changed: 1, skipped: 0, renamed } })
  await moving
  undoLast()
  await settle()
  return calls
}

test('undoing a move moves only what is still there, and renames only what still has its name', async () => {
  const calls = await undoMove()
  expect(calls[1]?.body).toMatchObject({ to_id: null, from_id: 'target' })
  await calls[1]?.answer(200, { meta: { changed: 1, skipped: 0, renamed: [] } })
  expect(calls[2]?.body).toMatchObject({ name: 'report.txt', seen_name: 'report (2).txt' })
  await calls[2]?.answer(200, { data: report })
  expect(popups.get()).toEqual([])
})

test('reports that nothing was undone when the items were moved in the meantime', async () => {
  const calls = await undoMove()
  await calls[1]?.answer(200, { meta: { changed: 0, skipped: 1, renamed: [] } })
  expect(calls).toHaveLength(2)
  expect(popups.get()).toMatchObject([{ message: 'actions.undo_nothing' }])
})
