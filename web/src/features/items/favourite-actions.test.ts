// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { expect, test, vi } from 'vitest'
import { settle, setUpRendering, stubCalls } from '../../../test/render.tsx'
import { userScope } from '../../lib/api-scope.ts'
import { markFavourites } from './favourite-actions.ts'

setUpRendering()

test('lists whose requests were cancelled by marking a favourite are read again', async () => {
  const calls = stubCalls()
  const refresh = vi.fn(async () => {})
  const cache = { scope: userScope, patch: () => () => {}, remove: () => () => {}, refresh }
  const item = { id: 'a', attributes: { name: 'a', is_favourite: false } } as Item
  const marking = markFavourites(cache, [item], true, () => () => {})
  await settle()
  expect(refresh).not.toHaveBeenCalled()
  await calls[0]?.answer(200, {})
  await marking
  expect(refresh).toHaveBeenCalledOnce()
})
