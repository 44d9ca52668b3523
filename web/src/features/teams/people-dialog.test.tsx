// @vitest-environment jsdom
import type { TeamFolder, TeamPermission } from '@coffer/contract/teams'
import { act } from 'react'
import { expect, test } from 'vitest'
import {
  click,
  field,
  find,
  queries,
  settle,
  setUpRendering,
  show,
  stubCalls,
  submit,
  type,
} from '../../../test/render.tsx'
import { PeopleDialog } from './people-dialog.tsx'
import { teamQuery } from './teams.api.ts'

setUpRendering()

type Team = Record<'members' | 'invitations', readonly string[]>

const emailOf = (name: string) => `${name.toLowerCase()}@x.test`
const memberOf = (name: string, permission: TeamPermission | 'owner' = 'can_edit') => ({
  id: name,
  type: 'member' as const,
  attributes: { name, email: emailOf(name), color: '#000', avatar: null, permission },
})
const invitationOf = (name: string) => ({
  id: name,
  type: 'invitation' as const,
  attributes: { email: emailOf(name), permission: 'can_edit' as const, created_at: '' },
})
const teamOf = ({ members, invitations }: Team) =>
  ({
    id: 'team',
    attributes: { name: 'Plans' },
    relationships: {
      members: { data: [memberOf('Me', 'owner'), ...members.map(name => memberOf(name))] },
      invitations: { data: invitations.map(invitationOf) },
    },
    meta: { permission: 'owner' },
  }) as unknown as TeamFolder
const setTeam = (team: Team) =>
  act(async () => queries.setQueryData(teamQuery('team').queryKey, teamOf(team)))

/** Shows the dialog. @returns the bodies of its calls */
async function open(team: Team) {
  const calls = stubCalls()
  await setTeam(team)
  const ignore = () => {}
  await show(<PeopleDialog folder={teamOf(team)} me="Me" onChanged={ignore} onClose={ignore} />)
  return async () => {
    await submit()
    return calls[0]?.body
  }
}
/** Labels are shown as their keys, which are the same in all rows. */
const rowOf = (email: string) => {
  const row = [...document.querySelectorAll('li')].find(({ textContent }) =>
    textContent.includes(email),
  )
  if (!row) throw new Error(`${email} is not shown.`)
  return row
}
const remove = (name: string) =>
  click(rowOf(emailOf(name)).querySelector('button') as HTMLButtonElement)
const choose = (name: string, permission: TeamPermission) =>
  act(async () => {
    const select = rowOf(emailOf(name)).querySelector('select') as HTMLSelectElement
    select.value = permission
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
const isShown = (name: string) => find('form').textContent.includes(emailOf(name))

test('a member who joined while the dialog was open can be removed', async () => {
  const save = await open({ members: [], invitations: ['Ann'] })
  await setTeam({ members: ['Ann'], invitations: [] })
  await settle()
  await remove('Ann')
  expect(isShown('Ann')).toBe(false)
  expect(await save()).toEqual({ members: [], invitations: [] })
})

test('an invitation that is declined while the dialog is open is not sent again', async () => {
  const save = await open({ members: [], invitations: ['Ann', 'Ben'] })
  await choose('Ann', 'can_view')
  await setTeam({ members: [], invitations: ['Ben'] })
  await settle()
  expect(isShown('Ann')).toBe(false)
  expect(await save()).toMatchObject({ invitations: [{ email: 'ben@x.test' }] })
})

test('what was chosen for an invitation applies to the member who accepts it', async () => {
  const save = await open({ members: [], invitations: ['Ann', 'Ben'] })
  await choose('Ann', 'can_view')
  await remove('Ben')
  await setTeam({ members: ['Ann', 'Ben'], invitations: [] })
  await settle()
  expect(await save()).toEqual({
    members: [{ id: 'Ann', permission: 'can_view' }],
    invitations: [],
  })
})

test('new invitations are kept while others change, and removed ones can be added again', async () => {
  const save = await open({ members: [], invitations: ['Ann'] })
  await remove('Ann')
  await type(field('input[inputmode=email]'), 'ann@x.test cas@x.test dan@x.test')
  await click(find('form button:not([aria-label])'))
  await remove('Dan')
  await setTeam({ members: [], invitations: ['Ann', 'Ben', 'Cas'] })
  await settle()
  const permission = 'can_edit'
  expect(await save()).toEqual({
    members: [],
    invitations: ['ann@x.test', 'ben@x.test', 'cas@x.test'].map(email => ({ email, permission })),
  })
})
