// @vitest-environment jsdom
import type { InboxMessage } from '@coffer/contract/contact-inbox'
import { act } from 'react'
import { expect, test } from 'vitest'
import {
  type Call,
  click,
  find,
  setUpRendering,
  showPage,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { ContactInboxPage } from './contact.tsx'

setUpRendering()

const messageOf = (answered_at: string | null): InboxMessage => ({
  id: 'm',
  type: 'contact-message',
  attributes: {
    email: 'ada@example.org',
    message: 'Hello',
    created_at: '2026-11-20T08:00:00.000Z',
    answered_at,
    answered_by: answered_at && 'Grace',
  },
})

/** Answers the last call for the list. */
async function list(calls: readonly Call[], data: InboxMessage[]) {
  const call = calls.findLast(({ method }) => method === 'GET')
  const meta = { paginate: { total: data.length }, is_capped: false, waiting: 0 }
  await call?.answer(200, { data, meta })
}
const dialog = () => document.querySelector('dialog')
const press = async (label: string) => {
  const buttons = [...find('dialog').querySelectorAll('button')]
  const button = buttons.find(({ textContent }) => textContent === label)
  if (!button) throw new Error(`${label} is not shown.`)
  await click(button)
}

test('a message that leaves the filtered list stays open with its new state until closed', async () => {
  await useConfig({})
  const calls = stubCalls()
  await showPage(ContactInboxPage, '/admin/contact', '/admin/contact?state=waiting')
  await list(calls, [messageOf(null)])
  await click(find('tbody tr'))
  await press('inbox.mark_answered')
  const answered = messageOf('2026-11-20T09:00:00.000Z')
  await calls.find(({ method }) => method === 'PATCH')?.answer(200, { data: answered })
  await list(calls, [])
  expect(dialog()?.textContent).toContain('inbox.state_answered')
  expect(dialog()?.textContent).toContain('inbox.mark_waiting')

  await act(async () => dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })))
  await click(find('[aria-label="filter.clear_one"]'))
  await list(calls, [answered])
  expect(find('tbody tr').textContent).toContain('inbox.state_answered')
  expect(dialog()).toBeNull()
})
