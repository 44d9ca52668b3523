// @vitest-environment jsdom
import type { AdminUserDetail } from '@coffer/contract/admin-users'
import { expect, test } from 'vitest'
import { click, find, setUpRendering, show, stubCalls } from '../../../test/render.tsx'
import { SuspendButton } from './suspend-button.tsx'

setUpRendering()

const invitedUser = (state: string) =>
  ({
    id: 'u',
    attributes: { name: 'Ann', email: 'ann@x.test', state, invitation: { role: 'user' } },
    meta: { is_self: false },
  }) as AdminUserDetail

test.each([
  ['invited', 'admin_users.send_again'],
  ['suspended', 'admin_users.reactivate'],
])('an invited user who is %s gets the button %s', async (state, label) => {
  await show(<SuspendButton user={invitedUser(state)} />)
  expect(find('button').textContent).toBe(label)
})

test('an invitation is sent once when the button is pressed twice', async () => {
  const calls = stubCalls()
  await show(<SuspendButton user={invitedUser('invited')} />)
  await click(find('button'))
  await click(find('button'))
  expect(calls).toHaveLength(1)
})
