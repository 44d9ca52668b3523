// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { act } from 'react'
import { expect, test, vi } from 'vitest'
import {
  type Call,
  click,
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

async function showDialog(limit?: string, shown = share): Promise<Call[]> {
  onClose.mockClear()
  popups.set([])
  const calls = stubCalls()
  queries.setQueryData(shareQuery('t').queryKey, shown)
  await show(<ShareDialog item={item} cache={cache} onClose={onClose} />)
  if (limit !== undefined) await type(find('input[inputmode=numeric]'), limit)
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

const PASSWORD = 'input[autocomplete=new-password]'

test('Done keeps the dialog open while a password is required but empty', async () => {
  const calls = await showDialog()
  await click(find('[role=switch]'))
  await pressDone()
  await settle()
  expect(onClose).not.toHaveBeenCalled()
  expect(changes(calls)).toEqual([])
  expect(find(PASSWORD).getAttribute('aria-invalid')).toBe('true')
  await click(find('[role=switch]'))
  await pressDone()
  expect(onClose).toHaveBeenCalledOnce()
})

test('Done keeps the dialog open when protection is switched off and on without a password', async () => {
  const calls = await showDialog(undefined, shareWith({ protected: true }))
  await click(find('[role=switch]'))
  await changes(calls)[0]?.answer(200, { data: share })
  await click(find('[role=switch]'))
  await pressDone()
  await settle()
  expect(onClose).not.toHaveBeenCalled()
  expect(find(PASSWORD).getAttribute('aria-invalid')).toBe('true')
})

test('Escape asks before a password that is required but empty is dropped', async () => {
  await showDialog()
  await click(find('[role=switch]'))
  await pressEscape()
  await settle()
  expect(onClose).not.toHaveBeenCalled()
  expect(popups.get()).toHaveLength(1)
})

test('Done closes the dialog when the password of a link is to be changed but left empty', async () => {
  await showDialog(undefined, shareWith({ protected: true }))
  await click(find('section:has([role=switch]) button'))
  expect(find(PASSWORD)).toBeDefined()
  await pressDone()
  expect(onClose).toHaveBeenCalledOnce()
})
