import { teams } from '@coffer/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import {
  accept,
  emailOf,
  emailsIn,
  makeFolder as folder,
  invitationsOf,
  makeTeam,
  makeTeamWith,
  openFolder,
  type People,
} from '../../../test/teams.ts'

const t = await openTestApp()
afterAll(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

describe('a team folder', () => {
  it('is created at the root with invitations, which only its owner sees', async () => {
    const ann = await t.signIn()
    const invitations = [
      { email: 'ben@example.test', permission: 'can_edit' },
      { email: 'Cas@Example.test', permission: 'can-view' },
    ]
    const made = await ann.send('POST', '/api/teams/folders', {
      name: 'Launch',
      emoji: '🚀',
      invitations,
    })
    expect(made.status).toBe(201)
    const { id } = made.body.data
    const { body } = await ann.send('GET', `/api/teams/folders/${id}`)
    const { teamFolder, root } = body.meta
    expect(teamFolder.data).toMatchObject({ id, meta: { permission: 'owner' } })
    expect(emailsIn(teamFolder.data.relationships.members)).toEqual([await emailOf(ann)])
    const pending = teamFolder.data.relationships.invitations as People
    expect(pending.data.map(one => one.attributes)).toMatchObject([
      { email: 'ben@example.test', permission: 'can_edit' },
      { email: 'cas@example.test', permission: 'can_view' },
    ])
    expect(root.attributes).toMatchObject({ team_id: id, parent_id: null, emoji: '🚀' })
    const all = await ann.send('GET', '/api/teams/folders/all')
    expect(all.body.data.map((one: { id: string }) => one.id)).toEqual([id])
    expect(all.body.meta).toMatchObject({ root: null, teamFolder: null, paginate: { total: 1 } })
  })

  it('is included in listings of every folder in it', async () => {
    const ann = await t.signIn()
    const { id } = await makeTeam(ann, 'Team')
    const inner = await folder(ann, 'Inner', id)
    const teamOf = async (path: string) => (await ann.send('GET', path)).body.meta.teamFolder
    for (const path of ['browse/folders', 'browse/all-folders', 'teams/folders'])
      for (const at of [id, inner.id])
        expect([path, (await teamOf(`/api/${path}/${at}`)).data.id]).toEqual([path, id])
    expect(await teamOf('/api/browse/folders/all')).toBeNull()
    const { share } = sharingBy(ann)
    const guest = t.anonymous()
    for (const [shared, teamId] of [
      [id, id],
      [inner.id, undefined],
    ] as const) {
      const path = `/api/sharing/folders/${inner.id}/${await share(shared)}`
      const { meta } = (await guest.send('GET', path)).body
      expect(meta.teamFolder?.data.id).toBe(teamId)
    }
  })

  it('is converted from a folder with its content and moves to the root', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const outer = await folder(ann, 'Outer')
    const team = await folder(ann, 'Team', outer.id)
    const inner = await folder(ann, 'Inner', team.id)
    const { body } = await ann.call(teams.convertToTeamFolder, {
      params: { id: team.id },
      body: { invitations: [{ email: await emailOf(ben), permission: 'can_edit' }] },
    })
    expect(body.data.attributes).toMatchObject({ parent_id: null, team_id: team.id })
    expect(await ann.names(outer.id)).toEqual([])
    await accept(ben, (await invitationsOf(ben))[0])
    expect((await openFolder(ben, inner.id)).body.meta.teamFolder.data.id).toBe(team.id)
    const again = { params: { id: inner.id }, body: { invitations: [] } }
    const rejected = await ann.call(teams.convertToTeamFolder, again)
    expect([rejected.status, rejected.body.code]).toEqual([422, 'team.within_team'])
    expect((await ben.call(teams.convertToTeamFolder, again)).status).toBe(403)
  })

  it('shows its tree from the top to its members', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const eve = await t.signIn()
    const team = await makeTeamWith(ann, 'Tree', [[ben, 'can_view']])
    const inner = await folder(ann, 'Inner', team.id)
    await folder(ann, 'Deep', inner.id)
    const tree = await ben.send('GET', `/api/teams/folders/${inner.id}/tree`)
    expect(tree.body.data).toMatchObject([
      { name: 'Tree', folders: [{ name: 'Inner', folders: [{ name: 'Deep' }] }] },
    ])
    expect((await eve.send('GET', `/api/teams/folders/${inner.id}/tree`)).status).toBe(404)
    const { body } = await ben.send('GET', '/api/browse/navigation')
    const groups = body.data.map((group: { folders: { name: string }[] }) =>
      group.folders.map(one => one.name),
    )
    expect(groups).toEqual([[], [], ['Tree']])
    const navigation = await ann.send('GET', '/api/browse/navigation')
    expect(navigation.body.data[1].folders).toMatchObject([{ name: 'Tree', team_folder: true }])
    expect(navigation.body.data[0].folders).toEqual([])
  })

  it('returns for each of its folders whether the caller can add to it', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const eve = await t.signIn()
    const team = await makeTeamWith(ann, 'Slips', [
      [ben, 'can_edit'],
      [eve, 'can_view'],
    ])
    const inner = await folder(ann, 'Inner', team.id)
    await folder(ann, 'Deep', inner.id)
    const shared = async (client: typeof ann, group: number) =>
      (await client.send('GET', '/api/browse/navigation')).body.data[group].folders
    expect(await shared(ann, 1)).toMatchObject([{ name: 'Slips', can_add: true }])
    expect(await shared(ben, 2)).toMatchObject([{ name: 'Slips', can_add: true }])
    expect(await shared(eve, 2)).toMatchObject([{ name: 'Slips', can_add: false }])
    for (const [client, can_add] of [[ben, true] as const, [eve, false] as const]) {
      const below = await client.send('GET', `/api/browse/navigation/${team.id}`)
      expect(below.body.data).toMatchObject([{ name: 'Inner', can_add }])
    }
  })

  it('takes as many statements with thousands of items in it as with few', async () => {
    const ann = await t.signIn()
    const few = await folder(ann, 'Few')
    const many = await folder(ann, 'Many')
    for (let index = 0; index < 40; index += 1) await folder(ann, `f${index}`, many.id)
    const convert = ({ id }: { id: string }) =>
      t.countQueries(() =>
        ann.call(teams.convertToTeamFolder, { params: { id }, body: { invitations: [] } }),
      )
    const ofFew = await convert(few)
    const ofMany = await convert(many)
    expect(Math.abs(ofFew.length - ofMany.length)).toBeLessThan(6)
  })
})
