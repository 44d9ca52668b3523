// @vitest-environment jsdom
import { expect, test } from 'vitest'
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
