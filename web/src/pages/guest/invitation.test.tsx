// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { beforeEach, expect, test } from 'vitest'
import {
  click,
  queries,
  settle,
  setUpRendering,
  show,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { userQuery } from '../../features/account/account.api.ts'
import { invitationQuery } from '../../features/teams/invitations.api.ts'
import { guardSignOut } from '../../lib/sign-out-guard.ts'
import { toasts } from '../../ui/toasts/toast-store.ts'
import { InvitationPage } from './invitation.tsx'

setUpRendering()

const email = 'ben@example.org'
const invitation = {
  id: 'i',
  attributes: {
    status: 'pending',
    email,
    permission: 'can_edit',
    inviter: { name: 'Ada' },
    folder: { name: 'Plans', emoji: null },
  },
}
let calls: ReturnType<typeof stubCalls>

beforeEach(async () => {
  await useConfig({ isAuthenticated: true })
  calls = stubCalls()
})

async function showInvitation(userEmail: string): Promise<void> {
  queries.setQueryData(invitationQuery('i').queryKey, invitation as never)
  queries.setQueryData(userQuery.queryKey, { id: 'u', attributes: { email: userEmail } } as never)
  const root = createRootRoute()
  const open = createRoute({ getParentRoute: () => root, id: 'open' })
  const page = createRoute({
    getParentRoute: () => open,
    path: '/team-folder-invitation/$id',
    component: InvitationPage,
  })
  const history = createMemoryHistory({ initialEntries: ['/team-folder-invitation/i'] })
  const router = createRouter({
    routeTree: root.addChildren([open.addChildren([page])]),
    history,
    defaultNotFoundComponent: () => null,
  })
  await show(<RouterProvider router={router as never} />)
  await settle()
}

async function press(label: string): Promise<void> {
  const buttons = [...document.querySelectorAll('button')]
  const button = buttons.find(({ textContent }) => textContent === label)
  if (!button) throw new Error(`${label} is not offered.`)
  await click(button)
  await settle()
}

const changes = () => calls.filter(({ method }) => method !== 'GET')

test.each([
  ['accept', 'notifications.accepted'],
  ['decline', 'notifications.declined'],
])('shows a toast after the user has chosen to %s', async (action, message) => {
  await showInvitation(email)
  await press(`invitation.${action}`)
  await changes()[0]?.answer(200, { data: { id: 'f' } })
  expect(toasts.get()).toMatchObject([{ message }])
})

test('asks about running uploads before the account is switched', async () => {
  const stop = guardSignOut(async () => false)
  await showInvitation('eve@example.org')
  await press('invitation.switch')
  expect(changes()).toEqual([])
  stop()
})
