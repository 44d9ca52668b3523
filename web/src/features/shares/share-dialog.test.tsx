// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import {
  type Call,
  find,
  queries,
  settle,
  setUpRendering,
  show,
  stubCalls,
  type,
} from '../../../test/render.tsx'
import { shareWith } from '../../../test/share.ts'
import { closePopup, popups } from '../../ui/popups/popup-store.ts'
import { ShareDialog } from './share-dialog.tsx'
import { shareQuery } from './shares.api.ts'

setUpRendering()

const share = shareWith()
const item = {
  id: 'i',
  attributes: { name: 'pier.txt' },
  relationships: { shared: { data: share } },
} as unknown as Item
const cache = { patch: () => () => {}, refresh: async () => {} }
const onClose = vi.fn()

async function showDialog(limit: string): Promise<Call[]> {
  onClose.mockClear()
  popups.set([])
  const calls = stubCalls()
  queries.setQueryData(shareQuery('t').queryKey, share)
  await show(<ShareDialog item={item} cache={cache} onClose={onClose} />)
  await type(find('input[inputmode=numeric]'), limit)
  return calls
}
const changes = (calls: Call[]) => calls.filter(({ method }) => method === 'PATCH')
const pressDone = () => act(async () => [...document.querySelectorAll('button')].at(-1)?.click())
const pressEscape = () =>
  act(async () => {
    const dialog = find('dialog')
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  })

test('Done saves a limit that was just typed, and then closes the dialog', async () => {
  const calls = await showDialog('7')
  await pressDone()
  expect(onClose).not.toHaveBeenCalled()
  expect(changes(calls).map(({ body }) => body)).toEqual([{ download_limit: 7 }])
  await changes(calls)[0]?.answer(200, { data: share })
  expect(onClose).toHaveBeenCalledOnce()
})

test('Done keeps the dialog open for a limit that is not valid', async () => {
  const calls = await showDialog('0')
  await pressDone()
  await settle()
  expect(onClose).not.toHaveBeenCalled()
  expect(changes(calls)).toEqual([])
  expect(find('input[inputmode=numeric]').getAttribute('aria-invalid')).toBe('true')
})

test('Escape saves a limit that was just typed', async () => {
  const calls = await showDialog('7')
  await pressEscape()
  await changes(calls)[0]?.answer(200, { data: share })
  expect(onClose).toHaveBeenCalledOnce()
})

test('Escape asks before a limit that is not valid is dropped', async () => {
  await showDialog('0')
  await pressEscape()
  await settle()
  expect(onClose).not.toHaveBeenCalled()
  expect(popups.get()).toHaveLength(1)
  await act(async () => closePopup(popups.get()[0]?.id ?? 0, true))
  expect(onClose).toHaveBeenCalledOnce()
})
