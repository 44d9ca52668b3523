// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  click,
  field,
  find,
  settle,
  setUpRendering,
  show,
  showHook,
  stubCalls,
  submit,
  type,
} from '../../../test/render.tsx'
import { PopupHost } from '../../ui/popups/popup-host.tsx'
import { popups } from '../../ui/popups/popup-store.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { sendAgain } from './user-actions.ts'
import { useUserCalls } from './user-calls.ts'

setUpRendering()
beforeEach(() => popups.set([]))

const LINK = {
  url: 'https://files.example/create-new-password?token=a',
  expires_at: '2030-01-02T03:04:05Z',
}

test('a link that no mail server sends is shown with a button that copies it', async () => {
  const calls = stubCalls()
  const actions = await showHook(useUserCalls)
  void sendAgain('a', 'ann@example.test', actions())
  await settle()
  await calls[0]?.answer(200, { data: {}, meta: { link: LINK } })
  await settle()
  await show(<PopupHost />)
  expect(find('dialog').textContent).toContain(LINK.url)
  expect(find('dialog').textContent).toContain('clipboard.copy')
})

test('a link that was sent is not shown', async () => {
  const calls = stubCalls()
  const actions = await showHook(useUserCalls)
  void sendAgain('a', 'ann@example.test', actions())
  await settle()
  await calls[0]?.answer(200, { data: {}, meta: { link: null } })
  await settle()
  expect(popups.get()).toEqual([])
})

test('invitations that no mail server sends are listed with their links', async () => {
  const calls = stubCalls()
  await show(<InviteDialog onClose={() => {}} />)
  await type(field('input[inputmode="email"]'), 'a@b.example ')
  await act(async () => field('input[inputmode="email"]').blur())
  await submit()
  await settle()
  const links = [{ email: 'a@b.example', ...LINK }]
  await calls.at(-1)?.answer(201, { data: [{ id: 'a' }], meta: { skipped: [], links } })
  await settle()
  expect(find('dialog li').textContent).toContain('a@b.example')
  const copied: string[] = []
  const writeText = async (text: string) => void copied.push(text)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  await click(find('dialog li button'))
  expect(copied).toEqual([LINK.url])
})
