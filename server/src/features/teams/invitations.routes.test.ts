import { notifications, teamInvitations } from '@coffer/contract'
import type { Notification } from '@coffer/contract/notification'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { emailOf, invitationsOf, makeTeam } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { invitationToken } from '../../lib/email-tokens.ts'

const t = await openTestApp()
afterAll(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

const openFolder = (client: TestClient, id: string) =>
  client.send('GET', `/api/teams/shared-with-me/${id}`)
const decline = (client: TestClient, id = '', token?: string) =>
  client.call(teamInvitations.declineInvitation, { params: { id }, body: { token } })
const accept = (client: TestClient, id = '', token?: string) =>
  client.call(teamInvitations.acceptInvitation, { params: { id }, body: { token } })
const put = (client: TestClient, id: string, body: object) =>
  client.send('PUT', `/api/teams/folders/${id}`, body)

// S11
describe('an invitation', () => {
  it('can be read by anyone with its link and accepted only by its address, ignoring case', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const eve = await t.signIn()
    const email = (await emailOf(ben)).toUpperCase()
    const team = await makeTeam(ann, 'Cased', [{ email, permission: 'can_edit' }])
    const [id = ''] = await invitationsOf(ben)
    const { body } = await t.anonymous().send('GET', `/api/teams/invitations/${id}`)
    expect(body.data.attributes).toMatchObject({
      email: email.toLowerCase(),
      permission: 'can_edit',
      folder: { name: 'Cased' },
    })
    const stolen = await accept(eve, id)
    expect([stolen.status, stolen.body.code]).toEqual([403, 'team.invitation_of_another'])
    const declined = await eve.send('DELETE', `/api/teams/invitations/${id}`)
    expect(declined.status).toBe(403)
    expect((await accept(ben, id)).body.data).toMatchObject({ id: team.id })
    expect(await invitationsOf(ben)).toEqual([])
  })

  it('is accepted by a PUT with an empty JSON body', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    await makeTeam(ann, 'Empty body', [{ email: await emailOf(ben), permission: 'can_edit' }])
    const [id] = await invitationsOf(ben)
    const headers = { 'content-type': 'application/json' }
    const { status } = await ben.send('PUT', `/api/teams/invitations/${id}`, undefined, { headers })
    expect(status).toBe(200)
  })

  it('for an address with a plus belongs to exactly that address', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const [name = '', domain] = (await emailOf(ben)).split('@')
    const team = await makeTeam(ann, 'Plus', [
      { email: `${name}+team@${domain}`, permission: 'can_edit' },
    ])
    expect(await invitationsOf(ben)).toEqual([])
    const id = team.relationships.invitations.data[0]?.id
    expect((await accept(ben, id)).status).toBe(403)
  })

  it('can be answered once: later calls get gone', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    for (const method of ['PUT', 'DELETE']) {
      await makeTeam(ann, method, [{ email: await emailOf(ben), permission: 'can_view' }])
      const [id] = await invitationsOf(ben)
      const path = `/api/teams/invitations/${id}`
      const both = await Promise.all([ben.send(method, path), ben.send(method, path)])
      expect(both.map(reply => reply.status).sort()).toEqual([method === 'PUT' ? 200 : 204, 410])
      expect((await ben.send('GET', path)).status).toBe(410)
    }
    expect((await openFolder(ben, 'all')).body.meta.paginate.total).toBe(1)
  })

  it('shows as answered in the notifications and links to the folder once accepted', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const latest = async () =>
      (await ben.call(notifications.listNotifications, {})).body.data[0]?.attributes
    const invitations = [{ email: await emailOf(ben), permission: 'can_edit' as const }]
    const team = await makeTeam(ann, 'Answered', invitations)
    const [first] = await invitationsOf(ben)
    await accept(ben, first)
    expect(await latest()).toMatchObject({
      title: 'Invitation to Answered accepted',
      action: {
        type: 'route',
        params: { route: 'SharedWithMe', id: team.id, button: 'Open' },
      },
    })
    await makeTeam(ann, 'Refused', invitations)
    const [second = ''] = await invitationsOf(ben)
    await decline(ben, second)
    expect(await latest()).toMatchObject({ title: 'Invitation to Refused declined', action: null })
  })

  it('to the owner, whose email has changed since, is not accepted', async () => {
    const ann = await t.signIn()
    const email = 'renamed@example.test'
    await makeTeam(ann, 'Own', [{ email, permission: 'can_edit' }])
    await t.deps.db.updateTable('users').set({ email }).where('id', '=', ann.userId).execute()
    const { id } = await t.deps.db
      .selectFrom('team_invitations')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const reply = await accept(ann, id)
    expect([reply.status, reply.body.code]).toEqual([422, 'team.own_address'])
  })

  it('to an email that its user has changed is neither listed nor accepted', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const admin = await t.signIn('admin')
    const email = await emailOf(ben)
    const invite = (name: string) => makeTeam(ann, name, [{ email, permission: 'can_edit' }])
    const joined = await invite('Joined')
    await accept(ben, (await invitationsOf(ben))[0])
    await invite('Unanswered')
    const [id] = await invitationsOf(ben)
    const moved = `moved-${email}`
    const change = { email: moved, email_change: 'force' }
    expect((await admin.send('PATCH', `/api/admin/users/${ben.userId}`, change)).status).toBe(200)
    expect(await invitationsOf(ben)).toEqual([])
    const reply = await accept(ben, id)
    expect([reply.status, reply.body.code]).toEqual([403, 'team.invitation_of_another'])
    const { data } = (await ben.call(notifications.listNotifications, {})).body
    const titles = data.map(({ attributes }: Notification) => attributes.title)
    expect(titles).toEqual(['Invitation to Joined accepted'])
    expect((await openFolder(ben, joined.id)).status).toBe(200)
  })

  it('that is withdrawn, or whose folder is trashed, is not found', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const invitations = [{ email: await emailOf(ben), permission: 'can_edit' as const }]
    const team = await makeTeam(ann, 'Withdrawn', invitations)
    const [first] = await invitationsOf(ben)
    await put(ann, team.id, { invitations: [] })
    expect((await accept(ben, first)).status).toBe(404)
    expect(await invitationsOf(ben)).toEqual([])
    await put(ann, team.id, { invitations })
    const [second] = await invitationsOf(ben)
    await ann.send('POST', '/api/remove', { items: [{ id: team.id, type: 'folder' }] })
    expect((await accept(ben, second)).status).toBe(404)
  })

  it.each<[string, (owner: TestClient, items: object[]) => Promise<unknown>]>([
    ['alone', (owner, items) => owner.send('POST', '/api/remove', { items })],
    [
      'with everything in the trash',
      owner =>
        owner.send('POST', '/api/remove', {
          select_all_in: { folder_id: null, force_delete: true },
        }),
    ],
  ])('can no longer be answered once its folder is permanently deleted %s', async (_, purge) => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    const invited = [{ email: await emailOf(ben), permission: 'can_edit' as const }]
    const team = await makeTeam(ann, 'Gone', invited)
    await makeTeam(ann, 'Kept', invited)
    const [kept] = await invitationsOf(ben)
    const items = [{ id: team.id, type: 'folder', force_delete: true }]
    await ann.send('POST', '/api/remove', { items })
    expect(await invitationsOf(ben)).toHaveLength(2)
    await purge(ann, items)
    expect(await invitationsOf(ben)).toEqual([kept])
  })

  it('becomes a notification when its address creates an account', async () => {
    const ann = await t.signIn()
    await makeTeam(ann, 'Newcomer', [{ email: 'new@example.test', permission: 'can_edit' }])
    const newcomer = t.anonymous()
    await newcomer.send('POST', '/api/auth/sign-up/email', {
      name: 'New',
      email: 'New@example.test',
      password: 'correct horse battery',
    })
    await makeTeam(ann, 'Unwanted', [{ email: 'new@example.test', permission: 'can_edit' }])
    const [unwanted = '', id = ''] = await invitationsOf(newcomer)
    await t.settings({ user_verification: true })
    expect((await accept(newcomer, id)).status).toBe(403)
    expect((await decline(newcomer, unwanted)).status).toBe(403)
    const itsToken = invitationToken(t.deps.secret, unwanted, 'new@example.test')
    expect((await decline(newcomer, unwanted, itsToken)).status).toBe(204)
    const token = invitationToken(t.deps.secret, id, 'new@example.test')
    expect((await accept(newcomer, id, token)).status).toBe(200)
    await t.settings({ user_verification: null })
    const shared = await openFolder(newcomer, 'all')
    expect(shared.body.data[0].attributes.name).toBe('Newcomer')
  })

  it('is shown to a new account once its email is verified, where emails can be sent', async () => {
    const ann = await t.signIn()
    const newcomer = t.anonymous()
    await newcomer.send('POST', '/api/auth/sign-up/email', {
      name: 'Claimant',
      email: 'claimed@example.test',
      password: 'correct horse battery',
    })
    await makeTeam(ann, 'Private plans', [
      { email: 'claimed@example.test', permission: 'can_view' },
    ])
    await ann.send('POST', '/api/file-request', { name: 'Papers', email: 'claimed@example.test' })
    const shown = async () => ({
      listed: (await newcomer.call(notifications.listNotifications, {})).body.data.length,
      unread: (await newcomer.call(notifications.countUnread, {})).body.data.unread,
      withAccount: (await newcomer.send('GET', '/api/user')).body.data.relationships
        .unreadNotifications.data.length,
    })
    expect(await shown()).toEqual({ listed: 2, unread: 2, withAccount: 2 })
    await t.settings({ mail_driver: 'smtp', smtp_host: 'mail.example.test' })
    expect(await shown()).toEqual({ listed: 0, unread: 0, withAccount: 0 })
    // Nor do these reach what the user can't see.
    await newcomer.call(notifications.readNotifications, { query: {} })
    await newcomer.call(notifications.deleteNotifications, { query: {} })
    await t.deps.db
      .updateTable('users')
      .set({ email_verified: sql<boolean>`(1 = 1)` })
      .where('email', '=', 'claimed@example.test')
      .execute()
    expect(await shown()).toEqual({ listed: 2, unread: 2, withAccount: 2 })
    await t.settings({ mail_driver: 'none', smtp_host: null })
  })

  it('needs no verified mailbox when no emails can be sent', async () => {
    const ann = await t.signIn()
    await makeTeam(ann, 'Letterless', [{ email: 'far@example.test', permission: 'can_edit' }])
    const newcomer = t.anonymous()
    await newcomer.send('POST', '/api/auth/sign-up/email', {
      name: 'Far',
      email: 'far@example.test',
      password: 'correct horse battery',
    })
    const [id] = await invitationsOf(newcomer)
    expect((await accept(newcomer, id)).status).toBe(200)
  })
})

// S11
describe('with a fixed subscription', () => {
  const invite = (client: TestClient, emails: string[]) =>
    client.send('POST', '/api/teams/folders', {
      name: 'Limited',
      invitations: emails.map(email => ({ email, permission: 'can_view' })),
    })
  const address = (name: string) => `${name}-${crypto.randomUUID()}@example.test`

  it('limits the distinct people in all team folders of an owner, also concurrently', async () => {
    const ann = await t.signIn()
    const a = address('a')
    const b = address('b')
    const c = address('c')
    await t.settings({ subscription_type: 'fixed', default_max_team_member: 2 })
    expect((await invite(ann, [a])).status).toBe(201)
    const both = await Promise.all([invite(ann, [b]), invite(ann, [c])])
    expect(both.map(reply => reply.status).sort()).toEqual([201, 401])
    expect((await invite(ann, [a])).status).toBe(201)
    const { body } = await ann.send('GET', '/api/user')
    const { total, meta } = body.data.meta.limitations.max_team_members
    expect([total, meta.allowed_emails.length]).toEqual([2, 2])
    await t.settings({ default_max_team_member: -1 })
    expect((await invite(ann, [b, c])).status).toBe(201)
    for (const subscription_type of ['metered', 'none'] as const) {
      await t.settings({ subscription_type, default_max_team_member: 0 })
      expect((await invite(ann, [address('d')])).status).toBe(201)
    }
  })
})
