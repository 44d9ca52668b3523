// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { act } from 'react'
import { expect, test } from 'vitest'
import { field, settle, setUpRendering, show, stubCalls, type } from '../../../test/render.tsx'
import { userScope } from '../../lib/api-scope.ts'
import type { ItemCache } from '../../lib/item-changes.ts'
import { PreviewName } from './preview-tools.tsx'

setUpRendering()

const item = {
  id: 'a',
  type: 'file',
  attributes: { name: 'a.txt', parent_id: null },
} as Item
const cache = {
  scope: userScope,
  patch: () => () => {},
  refresh: async () => {},
} as unknown as ItemCache
const rejection = { errors: { name: ['This name is not allowed.'] } }

async function enter(name: string) {
  await type(field('input'), name)
  await act(async () =>
    field('input').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })),
  )
  await settle()
}

test('a name is sent again after the same rejection twice', async () => {
  const calls = stubCalls()
  await show(<PreviewName item={item} cache={cache} onDone={() => {}} />)
  for (const name of ['b.txt', 'c.txt', 'd.txt']) {
    await enter(name)
    expect(calls.at(-1)?.body).toMatchObject({ name })
    await calls.at(-1)?.answer(422, rejection)
  }
})
