// @vitest-environment jsdom
import type { Restrictions, User } from '@coffer/contract/account'
import type { Item } from '@coffer/contract/items'
import type { TeamFolder } from '@coffer/contract/teams'
import { beforeEach, expect, test } from 'vitest'
import {
  field,
  find,
  queries,
  setUpRendering,
  showPage,
  stubCalls,
  useConfig,
} from '../../../test/render.tsx'
import { userQuery } from '../../features/account/account.api.ts'
import { teamQuery } from '../../features/teams/teams.api.ts'
import { TeamDialog } from './team-dialog.tsx'
import type { Files } from './use-files.ts'

setUpRendering()
beforeEach(() => useConfig({}))

const folder = {
  id: 'team',
  type: 'folder',
  attributes: { name: 'Plans' },
  relationships: { owner: { data: { id: 'me' } } },
} as unknown as Item
const team = {
  id: 'team',
  attributes: { name: 'Plans' },
  relationships: {
    members: { data: [] },
    invitations: {
      data: [{ id: 'i', attributes: { email: 'ann@x.test', permission: 'can_view' } }],
    },
  },
  meta: { permission: 'owner' },
} as unknown as TeamFolder

/** Opens the members of a team folder of the user, whose account may be restricted. */
async function open(reasons: Restrictions['reasons']) {
  stubCalls()
  queries.setQueryData(userQuery.queryKey, {
    id: 'me',
    meta: { restrictions: { reasons } },
  } as User)
  queries.setQueryData(teamQuery('team').queryKey, team)
  const files = { me: 'me', location: {}, listing: {} } as unknown as Files
  await showPage(() => (
    <TeamDialog files={files} dialog={{ kind: 'team', how: 'people', folder }} />
  ))
}
const inviteInput = () => field('input[inputmode=email]')

test('the members of a team folder are invited', async () => {
  await open({})
  expect(inviteInput().disabled).toBe(false)
})

test('a restricted user sees why they cannot invite', async () => {
  await open({ canCreateTeamFolder: { code: 'unpaid', text: 'An invoice is unpaid.' } })
  expect(inviteInput().disabled).toBe(true)
  const description = inviteInput().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(description)?.textContent).toBe('An invoice is unpaid.')
  // Invitations that wait can still be changed and withdrawn.
  expect(find<HTMLSelectElement>('li select').disabled).toBe(false)
  expect(find<HTMLButtonElement>('li button').disabled).toBe(false)
})

test('a restriction of other actions keeps invitations', async () => {
  await open({ canUpload: { code: 'storage_full', text: 'The storage is full.' } })
  expect(inviteInput().disabled).toBe(false)
})
