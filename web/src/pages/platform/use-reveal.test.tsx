// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { setUpRendering, showHook, stubCalls } from '../../../test/render.tsx'
import { clearListOwner } from '../../lib/personal-list.ts'
import type { ListState } from './use-list-page.ts'
import { useGoUp, useReveal } from './use-reveal.ts'

setUpRendering()

const list = {
  goUp: () => {},
  listing: { root: { id: 'f', attributes: { parent_id: null } }, ancestors: [], isLoading: false },
  location: { place: 'folders', folderId: null },
  order: { sort: 'name', direction: 'ASC' },
  isFlat: false,
  cache: { scope: { guest: null } },
} as unknown as ListState

/** Goes up from a folder. @returns the paths of the calls that locate it in its parent */
async function revealAfter(between: () => void): Promise<string[]> {
  const calls = stubCalls()
  const goUp = await showHook(() => useGoUp(list))
  goUp()()
  between()
  await showHook(() => useReveal(list))
  return calls.map(({ path }) => path.replace(/\?.*/, ''))
}

test('the folder that was left is located in its parent', async () => {
  expect(await revealAfter(() => {})).toEqual(['/api/items/f/place'])
})

test('the next user of the page does not look for the folder of the one before', async () => {
  expect(await revealAfter(clearListOwner)).toEqual([])
})

test.each([
  ['the trash', { location: { place: 'trash', folderId: null } }],
  ['a folder of a guest', { cache: { scope: { guest: 'share' } } }],
])('the folder that was left is selected among the rows of %s', async (_, differences) => {
  const pick = vi.fn()
  const rows = { indexOf: (id: string) => (id === 'f' ? 3 : -1) }
  const own = {
    ...list,
    listing: { ...list.listing, rows },
    selection: { pick },
    ...differences,
  } as unknown as ListState
  const calls = stubCalls()
  const goUp = await showHook(() => useGoUp(own))
  goUp()()
  await showHook(() => useReveal(own))
  expect(pick).toHaveBeenCalledWith(3)
  expect(calls).toEqual([])
})
