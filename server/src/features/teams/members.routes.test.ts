import { afterAll, describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
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
import type { TestClient } from '../../../test/test-client.ts'
import { insertAccount } from '../account/index.ts'

const t = await openTestApp()
afterAll(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

const put = (client: TestClient, id: string, body: object) =>
  client.send('PUT', `/api/teams/folders/${id}`, body)

// S11
describe('members', () => {
  it('viewers see and download, editors also change, and neither shares', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const cas = await t.signIn()
    const people = [[ben, 'can_edit'] as const, [cas, 'can_view'] as const]
    const team = await makeTeamWith(ann, 'Rights', people)
    const { body } = await ann.upload({ filename: 'plan.txt', parent_id: team.id })
    const plan = body.data
    const rejected = await cas.upload({ filename: 'no.txt', parent_id: team.id })
    expect(rejected.status).toBe(403)
    const rename = (client: TestClient, name: string) =>
      client.send('PATCH', `/api/rename/${plan.id}`, { name, type: 'file' })
    expect((await rename(cas, 'mine.txt')).status).toBe(403)
    expect((await cas.fetch(plan.attributes.file_url)).status).toBe(200)
    expect((await rename(ben, 'better.txt')).status).toBe(200)
    const seen = await openFolder(cas, team.id)
    expect(seen.body.data[0].meta.can).toEqual({
      add: false,
      edit: false,
      move: false,
      remove: false,
      purge: false,
      download: true,
      share: false,
    })
    const { members, invitations } = seen.body.meta.teamFolder.data.relationships
    expect(members.data.map((one: People['data'][0]) => one.attributes.permission)).toEqual([
      'owner',
      'can_edit',
      'can_view',
    ])
    expect(invitations.data).toEqual([])
    for (const client of [ben, cas]) {
      expect((await put(client, team.id, { members: [] })).status).toBe(403)
      expect((await client.send('DELETE', `/api/teams/folders/${team.id}`)).status).toBe(403)
    }
    expect((await put(await t.signIn(), team.id, { members: [] })).status).toBe(404)
  })

  it('are changed, removed and invited by difference, effective immediately', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const cas = await t.signIn()
    const people = [[ben, 'can_edit'] as const, [cas, 'can_edit'] as const]
    const team = await makeTeamWith(ann, 'Changing', people)
    const { body } = await put(ann, team.id, {
      members: [{ id: ben.userId, permission: 'can_view' }],
      invitations: [{ email: 'dora@example.test', permission: 'can_view' }],
    })
    const { members, invitations } = body.data.relationships
    expect(emailsIn(members)).toEqual([await emailOf(ann), await emailOf(ben)])
    expect(emailsIn(invitations)).toEqual(['dora@example.test'])
    const upload = (client: TestClient) => client.upload({ filename: 'a.txt', parent_id: team.id })
    expect((await upload(ben)).status).toBe(403)
    expect((await upload(cas)).status).toBe(404)
    expect((await openFolder(cas, team.id)).status).toBe(404)
    const own = [{ email: await emailOf(ann), permission: 'can_edit' }]
    expect((await put(ann, team.id, { invitations: own })).status).toBe(422)
  })

  it('are changed and removed in a team of more than a thousand', async () => {
    const MEMBERS = 1_700
    const INVITED = 150
    const ann = await t.signIn()
    const { id: folder_id } = await makeTeam(ann, 'All hands')
    const permission = 'can_view' as const
    const invitations = Array.from({ length: INVITED }, (_, index) => ({
      email: `invited-${index}@example.test`,
      permission,
    }))
    const created_at = t.deps.now().getTime()
    const members = await t.deps.transact(async tx => {
      const ids: string[] = []
      for (let index = 0; index < MEMBERS; index += 1) {
        const email = `member-${index}@example.test`
        const account = { name: 'Ben', email, role: 'user', isEmailVerified: true } as const
        ids.push(await insertAccount(tx, t.deps, { ...account, passwordHash: null }))
      }
      for (const user_id of ids)
        await tx
          .insertInto('team_members')
          .values({ folder_id, user_id, permission, created_at })
          .execute()
      return ids.map(id => ({ id, permission }))
    })
    await put(ann, folder_id, { invitations: invitations.slice(0, 100) })
    await t.advance(10 * 60_000)
    const all = await put(ann, folder_id, { members, invitations })
    expect(all.status).toBe(200)
    expect(all.body.data.relationships.members.data).toHaveLength(MEMBERS + 1)
    expect(all.body.data.relationships.invitations.data).toHaveLength(INVITED)
    const edited = await put(ann, folder_id, {
      members: members.map(({ id }) => ({ id, permission: 'can_edit' })),
      invitations,
    })
    expect(edited.status).toBe(200)
    expect(edited.body.data.relationships.members.data.at(-1).attributes.permission).toBe(
      'can_edit',
    )
    const none = await put(ann, folder_id, { members: [], invitations: [] })
    expect(none.status).toBe(200)
    expect(none.body.data.relationships.members.data).toHaveLength(1)
    expect(none.body.data.relationships.invitations.data).toEqual([])
  })

  it('who joined after the owner loaded the list are not removed by it', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const invitations = [{ email: await emailOf(ben), permission: 'can_edit' as const }]
    const team = await makeTeam(ann, 'Open list', invitations)
    await accept(ben, (await invitationsOf(ben))[0])
    const { body } = await put(ann, team.id, { members: [], invitations })
    expect(emailsIn(body.data.relationships.members)).toContain(await emailOf(ben))
    expect(body.data.relationships.invitations.data).toEqual([])
  })

  it('who are removed during an upload leave nothing in the folder', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const team = await makeTeamWith(ann, 'Uploading', [[ben, 'can_edit']])
    const upload = { filename: 'half.txt', parent_id: team.id, upload_id: crypto.randomUUID() }
    const first = await ben.upload({
      ...upload,
      is_last: false,
      offset: 0,
      size: 8,
      content: 'half',
    })
    expect(first.status).toBe(200)
    await put(ann, team.id, { members: [] })
    const last = await ben.upload({ ...upload, offset: 4, content: 'rest' })
    expect(last.status).toBe(409)
    expect(await ann.names(team.id)).toEqual([])
  })

  it.each<[string, (owner: TestClient, member: TestClient, id: string) => Promise<unknown>]>([
    ['they are removed', (owner, _, id) => put(owner, id, { members: [] })],
    ['they leave', (_, member, id) => member.send('DELETE', `/api/teams/folders/${id}/leave`)],
    ['it is dissolved', (owner, _, id) => owner.send('DELETE', `/api/teams/folders/${id}`)],
  ])('lose their favourites in it when %s', async (_, end) => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const team = await makeTeamWith(ann, 'Marked', [[ben, 'can_edit']])
    const inner = await folder(ann, 'Inner', team.id)
    const own = await folder(ben, 'Own')
    await ben.send('POST', '/api/favourites', { ids: [team.id, inner.id, own.id] })
    await ann.send('POST', '/api/favourites', { ids: [inner.id] })
    await end(ann, ben, team.id)
    const favourites = await t.deps.db
      .selectFrom('favourites')
      .select(['user_id', 'item_id'])
      .where('user_id', 'in', [ann.userId, ben.userId])
      .orderBy('user_id')
      .execute()
    const ofAnn = { user_id: ann.userId, item_id: inner.id }
    const ofBen = { user_id: ben.userId, item_id: own.id }
    expect(favourites).toEqual([ofAnn, ofBen])
  })

  it('can leave and their content stays; an owner can only dissolve', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const team = await makeTeamWith(ann, 'Leaving', [[ben, 'can_edit']])
    await ben.upload({ filename: 'brought.txt', parent_id: team.id })
    const leave = (client: TestClient) =>
      client.send('DELETE', `/api/teams/folders/${team.id}/leave`)
    expect((await leave(ann)).status).toBe(422)
    expect((await leave(ben)).status).toBe(204)
    expect((await leave(ben)).status).toBe(404)
    expect(await ann.names(team.id)).toEqual(['brought.txt'])
  })

  it('lose access when it is dissolved, and all content stays with the owner', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const team = await makeTeamWith(ann, 'Dissolving', [[ben, 'can_edit']])
    await put(ann, team.id, {
      members: [{ id: ben.userId, permission: 'can_edit' }],
      invitations: [{ email: 'late@example.test', permission: 'can_edit' }],
    })
    const { body } = await ben.upload({ filename: 'foreign.txt', parent_id: team.id })
    const removedFile = await ben.upload({ filename: 'gone.txt', parent_id: team.id })
    await ben.send('POST', '/api/remove', {
      items: [{ id: removedFile.body.data.id, type: 'file' }],
    })
    expect((await ann.send('DELETE', `/api/teams/folders/${team.id}`)).status).toBe(204)
    expect((await ben.send('GET', `/api/items/${body.data.id}`)).status).toBe(404)
    const folderReply = await ann.send('GET', `/api/items/${body.data.id}`)
    expect(folderReply.body.data.relationships).toMatchObject({
      owner: { data: { id: ann.userId } },
      creator: { data: { id: ben.userId } },
    })
    expect(folderReply.body.data.attributes.team_id).toBeNull()
    const rows = await t.deps.db
      .selectFrom('items')
      .select('id')
      .where('team_id', '=', team.id)
      .execute()
    expect(rows).toEqual([])
    expect((await ann.send('DELETE', `/api/teams/folders/${team.id}`)).status).toBe(422)
  })

  it('are notified on open pages of changes and when they are added or removed', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const page = await openPage(ben)
    const types = () => page.events.map(event => event.type)
    const team = await makeTeamWith(ann, 'Live', [[ben, 'can_edit']])
    await expect.poll(types).toContain('notifications.changed')
    await folder(ann, 'Inner', team.id)
    await expect
      .poll(() => page.events)
      .toContainEqual({ type: 'folders.changed', folder_ids: [team.id] })
    await put(ann, team.id, { members: [] })
    await expect.poll(types).toContain('teams.changed')
    page.close()
  })
})
