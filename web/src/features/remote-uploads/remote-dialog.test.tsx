// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { find, setUpRendering, show, type } from '../../../test/render.tsx'
import { popups } from '../../ui/popups/popup-store.ts'
import { RemoteDialog } from './remote-dialog.tsx'

setUpRendering()
afterEach(() => popups.set([]))

const problem = {
  type: 'about:blank',
  title: 'Unprocessable Content',
  status: 422,
  detail: 'Some links are not valid',
  code: 'validation.failed',
  message: 'Some links are not valid',
  errors: { 'urls.0': ['This link is not allowed.'] },
  request_id: '1',
}

/** Sends a link. @returns a function with which the server refuses it */
async function sendLink() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  await show(<RemoteDialog folderId={null} onClose={() => {}} />)
  await type(find('textarea'), 'https://example.org/a.txt')
  await act(async () => find<HTMLFormElement>('form').requestSubmit())
  return () => act(async () => resolve(Response.json(problem, { status: problem.status })))
}

test('refused links are shown in the open dialog', async () => {
  const refuse = await sendLink()
  await refuse()
  await vi.waitFor(() => expect(document.body.textContent).toContain('remote.line_error'))
  expect(popups.get()).toEqual([])
})

test('refused links are shown in a popup when the dialog was closed meanwhile', async () => {
  const refuse = await sendLink()
  await show(null)
  await refuse()
  await vi.waitFor(() => expect(popups.get()).toMatchObject([{ message: problem.message }]))
})
