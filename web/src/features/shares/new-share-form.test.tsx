// @vitest-environment jsdom
import type { Item } from '@coffer/contract/items'
import { expect, test, vi } from 'vitest'
import { settle, setUpRendering, show, stubCalls, submit } from '../../../test/render.tsx'
import { shareWith } from '../../../test/share.ts'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { NewShareForm } from './new-share-form.tsx'

setUpRendering()

const item = { id: 'i', type: 'file', attributes: { name: 'pier.txt' } } as unknown as Item
const cache = { patch: () => () => {}, refresh: async () => {} }

const problem = {
  type: 'about:blank',
  title: 'Unprocessable Content',
  status: 422,
  code: 'share.exists',
  message: 'It has a link.',
  detail: 'It has a link.',
  trace: '00000000',
}

test('says that the item already has a link instead of announcing a new one', async () => {
  toasts.set([])
  const calls = stubCalls()
  const onCreated = vi.fn()
  await show(<NewShareForm item={item} cache={cache} onCreated={onCreated} onClose={() => {}} />)
  await submit()
  await settle()
  await calls[0]?.answer(422, problem)
  await calls[1]?.answer(200, {
    data: { ...item, relationships: { shared: { data: shareWith() } } },
  })
  expect(toasts.get()).toMatchObject([{ kind: 'danger', message: 'shares.exists' }])
  expect(onCreated).toHaveBeenCalledWith('t')
})
