import { adminUserTasks, MAX_FOLDER_DEPTH } from '@coffer/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { nestFolders } from '../../../test/nested-folders.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import {
  accept,
  emailOf,
  emailsIn,
  invitationsOf,
  makeFolder,
  makeTeam,
  makeTeamWith,
} from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { Transact } from '../../db/transact.ts'
import { indexQueuedItems } from '../search/index.ts'
import { runTask } from './user-tasks.service.ts'

const t = await openTestApp()
afterAll(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

const outcome = async (reply: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await reply
  return status < 400 ? status : `${status} ${body.code}`
}

const nameOf = async ({ userId }: TestClient) =>
  (
    await t.deps.db
      .selectFrom('users')
      .select('name')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  ).name

const remove = (admin: TestClient, user: TestClient, body: object) =>
  admin.send('DELETE', `/api/admin/users/${user.userId}`, body)

/** Deletes a user whose files another one receives. */
const transfer = async (admin: TestClient, user: TestClient, { userId }: TestClient) =>
  remove(admin, user, { name: await nameOf(user), hand_over_to: userId })

const task = async (admin: TestClient, id: string) =>
  (await admin.call(adminUserTasks.getUserTask, { params: { id } })).body.data.attributes

const userExists = async ({ userId }: TestClient) =>
  (await t.deps.db.selectFrom('users').select('id').where('id', '=', userId).execute()).length === 1

async function userWithData() {
  const user = await t.signIn()
  const member = await t.signIn()
  const folder = (await user.send('POST', '/api/create-folder', { name: 'Work' })).body.data.id
  await user.upload({ filename: 'a.txt', content: '12345', parent_id: folder })
  await user.upload({
    filename: 'a.txt',
    content: '1234567',
    parent_id: folder,
    on_conflict: 'replace',
  })
  await user.upload({ filename: 'b.txt', content: '123' })
  const gone = (await user.upload({ filename: 'gone.txt', content: '12', parent_id: folder })).body
  await user.send('POST', '/api/remove', { items: [{ id: gone.data.id, type: 'file' }] })
  const team = await makeTeamWith(user, 'Team', [[member, 'can_edit']])
  await member.upload({ filename: 't.txt', content: 'team', parent_id: team.id })
  const shared = { id: folder, type: 'folder', permission: 'visitor' }
  const link = (await user.send('POST', '/api/share', shared)).body.data.attributes.token
  return { user, member, folder, team, link }
}

describe('deleting a user', () => {
  it.each([
    ['as a browser shows inner spaces', 'Ann  Lee', 'Ann Lee'],
    ['composed where it is decomposed', 'Jose\u0301 Lee', 'Jos\u00e9 Lee'],
  ])('accepts the name %s', async (_, name, typed) => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    await t.deps.db.updateTable('users').set({ name }).where('id', '=', user.userId).execute()
    expect(await outcome(remove(admin, user, { name: typed }))).toBe(200)
  })

  it('requires the full name, and neither oneself nor a stranger', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    expect(await outcome(remove(admin, user, { name: 'Someone' }))).toBe('403 user.name_wrong')
    expect(await outcome(remove(admin, admin, { name: await nameOf(admin) }))).toBe('406 user.self')
    expect(
      await outcome(remove(admin, user, { name: await nameOf(user), hand_over_to: user.userId })),
    ).toBe('422 user.recipient_not_found')
    expect(await userExists(user)).toBe(true)
  })

  it('removes everything by a job with progress, and is listed no more', async () => {
    const admin = await t.signIn('admin')
    const { user, member, link } = await userWithData()
    const name = await nameOf(user)
    const summary = await admin.send('GET', `/api/admin/users/${user.userId}/deletion`)
    expect(summary.body.data).toMatchObject({
      files: 4,
      shares: 1,
      team_folders: 1,
      team_members: 1,
      is_last_administrator: false,
      recipient: null,
    })
    const path = `/api/admin/users/${user.userId}/delete`
    const { body } = await admin.send('DELETE', path, { name })
    expect(body.data.attributes).toMatchObject({ kind: 'deletion', state: 'waiting' })
    await t.runJobs()
    expect(await task(admin, body.data.id)).toMatchObject({ state: 'finished' })
    expect(await userExists(user)).toBe(false)
    expect(await outcome(admin.send('GET', `/api/admin/users/${user.userId}`))).toBe(
      '404 user.not_found',
    )
    expect((await t.anonymous().send('GET', `/api/sharing/${link}`)).status).toBe(404)
    expect((await member.send('GET', '/api/user')).status).toBe(200)
  })
})

describe('transfer of files', () => {
  it('keeps files, versions, shares and teams in a folder named after the user', async () => {
    const admin = await t.signIn('admin')
    const recipient = await t.signIn()
    const { user, member, folder, team, link } = await userWithData()
    const name = await nameOf(user)
    const shared = await t.anonymous().send('GET', `/api/sharing/${link}`)
    expect(shared.status).toBe(200)
    const query = `?hand_over_to=${recipient.userId}`
    const summary = await admin.send('GET', `/api/admin/users/${user.userId}/deletion${query}`)
    expect(summary.body.data.recipient).toMatchObject({ id: recipient.userId, fits: true })
    const used = 5 + 7 + 3 + 4
    const { body } = await transfer(admin, user, recipient)
    await t.runJobs()
    await indexQueuedItems(t.deps)
    expect(await task(admin, body.data.id)).toMatchObject({ state: 'finished' })
    expect(await userExists(user)).toBe(false)
    expect(await recipient.names()).toEqual([name, 'Team'])
    const listed = (await recipient.send('GET', '/api/browse/folders/all')).body.data
    const received = listed.find((item: { id: string }) => item.id !== team.id)
    expect(await recipient.names(received.id)).toEqual(['Work', 'b.txt'])
    expect(await recipient.names(folder)).toEqual(['a.txt'])
    expect((await t.storage(recipient.userId)).used_bytes).toBe(used)
    expect(await member.names(team.id)).toEqual(['t.txt'])
    expect(await recipient.names(team.id)).toEqual(['t.txt'])
    expect((await t.anonymous().send('GET', `/api/sharing/${link}`)).status).toBe(200)
  })

  it('refreshes the open pages of the recipient, who may have been a member', async () => {
    const admin = await t.signIn('admin')
    const [user, recipient] = [await t.signIn(), await t.signIn()]
    await makeTeamWith(user, 'Inherited', [[recipient, 'can_edit']])
    const page = await openPage(recipient)
    await transfer(admin, user, recipient)
    await t.runJobs()
    await expect.poll(() => page.events).toContainEqual({ type: 'teams.changed' })
    page.close()
  })

  it('puts folders that would be too deep in the new folder into the root of the recipient', async () => {
    const admin = await t.signIn('admin')
    const [user, recipient] = [await t.signIn(), await t.signIn()]
    const { deepest } = await nestFolders(user, MAX_FOLDER_DEPTH, { prefix: 'deep' })
    await nestFolders(user, MAX_FOLDER_DEPTH - 1, { prefix: 'fits' })
    await makeFolder(recipient, 'deep1')
    const name = await nameOf(user)
    await transfer(admin, user, recipient)
    await t.runJobs()
    expect(await recipient.names()).toEqual(['deep1', 'deep1 (2)', name])
    const { data } = (await recipient.send('GET', '/api/browse/folders/all?sort=name')).body
    const received = data.find(
      (item: { attributes: { name: string } }) => item.attributes.name === name,
    )
    expect(await recipient.names(received.id)).toEqual(['fits1'])
    expect(await recipient.names(deepest)).toEqual(['deep.txt'])
  })

  it('leaves the recipient neither a member of their team folders nor invited to them', async () => {
    const admin = await t.signIn('admin')
    const [invited, member] = [await t.signIn(), await t.signIn()]
    for (const recipient of [invited, member]) {
      const user = await t.signIn()
      const people = [{ email: await emailOf(recipient), permission: 'can_view' as const }]
      const team = await makeTeam(user, 'Team', people)
      const [invitation] = await invitationsOf(recipient)
      if (recipient === member) await accept(recipient, invitation)
      await transfer(admin, user, recipient)
      await t.runJobs()
      expect(await invitationsOf(recipient)).toEqual([])
      expect(await outcome(accept(recipient, invitation))).toBe('404 team.invitation_not_found')
      const opened = await recipient.send('GET', `/api/teams/folders/${team.id}`)
      const { members, invitations } = opened.body.meta.teamFolder.data.relationships
      expect(emailsIn(members)).toEqual([await emailOf(recipient)])
      expect(invitations.data).toEqual([])
    }
  })

  it('is refused when the recipient has too little storage, and changes nothing', async () => {
    const admin = await t.signIn('admin')
    const recipient = await t.signIn()
    const { user } = await userWithData()
    const name = await nameOf(user)
    await t.limitStorage(recipient.userId, 18)
    expect(await outcome(remove(admin, user, { name, hand_over_to: recipient.userId }))).toBe(
      '409 user.recipient_full',
    )
    await t.limitStorage(recipient.userId, 19)
    const { body } = await remove(admin, user, { name, hand_over_to: recipient.userId })
    // The recipient's quota shrinks before the job runs.
    await t.limitStorage(recipient.userId, 18)
    await t.runJobs()
    expect(await task(admin, body.data.id)).toMatchObject({
      state: 'failed',
      skipped: [{ name, code: 'user.recipient_full' }],
    })
    expect(await user.names()).toEqual(['Team', 'Work', 'b.txt'])
    expect(await recipient.names()).toEqual([])
  })

  it('is not harmed by a killed job, which continues where it was', async () => {
    const admin = await t.signIn('admin')
    const recipient = await t.signIn()
    const { user } = await userWithData()
    const name = await nameOf(user)
    const { body } = await remove(admin, user, { name, hand_over_to: recipient.userId })
    const { transact } = t.deps
    // Killed in the middle of the transaction that transfers and removes.
    let transactions = 0
    const killed = {
      ...t.deps,
      transact: (work: Parameters<typeof transact>[0]) =>
        transact(async tx => {
          await work(tx)
          transactions += 1
          if (transactions === 2) throw new Error('killed')
        }),
    } as typeof t.deps
    const signal = new AbortController().signal
    await expect(runTask(killed, body.data.id, signal)).rejects.toThrow('killed')
    expect(await user.names()).toEqual(['Team', 'Work', 'b.txt'])
    expect(await recipient.names()).toEqual([])
    await runTask(t.deps, body.data.id, signal)
    // Killed before it was marked as done: it runs again.
    await runTask(t.deps, body.data.id, signal)
    expect(await recipient.names()).toEqual([name, 'Team'])
    await t.runJobs()
    expect(await task(admin, body.data.id)).toMatchObject({ state: 'finished' })
    expect(await userExists(user)).toBe(false)
  })
})

describe('a bulk action', () => {
  it('changes the selected users and reports those it cannot change', async () => {
    const admin = await t.signIn('admin')
    const users = [await t.signIn(), await t.signIn()]
    const ids = [...users.map(user => user.userId), admin.userId]
    const bulk = async (change: object, selection: object = { ids }) => {
      const reply = await admin.send('POST', '/api/admin/users/bulk', { selection, change })
      await t.runJobs()
      return reply.status === 200 ? task(admin, reply.body.data.id) : reply.body.code
    }
    expect(await bulk({ action: 'suspend', reason: 'Moved out' })).toMatchObject({
      state: 'finished',
      done: 3,
      total: 3,
      skipped_total: 1,
      skipped: [{ code: 'user.self' }],
    })
    const stateOf = async (id: string) =>
      (await admin.send('GET', `/api/admin/users/${id}`)).body.data.attributes.state
    expect(await Promise.all(users.map(user => stateOf(user.userId)))).toEqual([
      'suspended',
      'suspended',
    ])
    const filter = { state: 'suspended' }
    expect(await bulk({ action: 'reactivate' }, { filter })).toMatchObject({ done: 2 })
    expect(await stateOf(users[0]?.userId ?? '')).toBe('active')
    const capacity = { action: 'capacity', capacity_bytes: 7 }
    expect(await bulk(capacity)).toMatchObject({ done: 3, skipped_total: 0 })
    const two = { ids: users.map(user => user.userId) }
    expect(await bulk({ action: 'delete', count: 3 }, two)).toBe('user.count_wrong')
    expect(await bulk({ action: 'delete', count: 2 }, two)).toMatchObject({ done: 2 })
    expect(await Promise.all(users.map(userExists))).toEqual([false, false])
    const entries = await t.deps.db
      .selectFrom('audit_entries')
      .select('actor_id')
      .where('action', '=', 'user.suspended')
      .where('target_id', '=', users[0]?.userId ?? '')
      .execute()
    expect(entries).toEqual([{ actor_id: admin.userId }])
  })

  it('of a filter is refused for another number of users than the caller saw', async () => {
    const admin = await t.signIn('admin')
    const { userId } = await t.signIn()
    const change = { action: 'role', role: 'user' }
    const bulk = (count: number) =>
      admin.send('POST', '/api/admin/users/bulk', {
        selection: { filter: { role: 'user' }, except: [userId], count },
        change,
      })
    const { body: list } = await admin.send('GET', '/api/admin/users?role=user')
    const count = list.meta.paginate.total - 1
    const refused = await bulk(count + 1)
    expect([refused.status, refused.body.code]).toEqual([409, 'user.count_wrong'])
    expect((await bulk(count)).body.data.attributes.total).toBe(count)
  })

  it('refuses misspelled filters, which would match all users', async () => {
    const admin = await t.signIn('admin')
    const { status, body } = await admin.send('POST', '/api/admin/users/bulk', {
      selection: { filter: { satte: 'unverified' } },
      change: { action: 'suspend', reason: 'x' },
    })
    expect([status, body.code]).toEqual([422, 'request.invalid'])
  })

  it.each([
    { action: 'capacity', capacity_bytes: 7 },
    { action: 'delete', count: 25 },
  ])('counts each user once when two processes run it: %j', async change => {
    const admin = await t.signIn('admin')
    const ids: string[] = []
    for (let count = 0; count < 25; count += 1) ids.push((await t.signIn()).userId)
    const selection = { ids }
    const { body } = await admin.send('POST', '/api/admin/users/bulk', { selection, change })
    const { signal } = new AbortController()
    await Promise.all([1, 2].map(() => runTask(t.deps, body.data.id, signal)))
    expect(await task(admin, body.data.id)).toMatchObject({
      state: 'finished',
      done: 25,
      skipped_total: 0,
    })
  })

  it('does nothing for someone who lost the role meanwhile', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    const { body } = await admin.send('POST', '/api/admin/users/bulk', {
      selection: { ids: [user.userId] },
      change: { action: 'suspend', reason: 'x' },
    })
    await t.deps.db
      .updateTable('users')
      .set({ role: 'user' })
      .where('id', '=', admin.userId)
      .execute()
    await t.runJobs()
    const other = await t.signIn('admin')
    expect(await task(other, body.data.id)).toMatchObject({ state: 'failed', done: 0 })
    expect((await user.send('GET', '/api/user')).status).toBe(200)
  })

  it('stops for someone who loses the role while it runs', async () => {
    const admin = await t.signIn('admin')
    const other = await t.signIn('admin')
    const ids: string[] = []
    for (let count = 0; count < 25; count += 1) ids.push((await t.signIn()).userId)
    const change = { action: 'capacity', capacity_bytes: 7 }
    const { body } = await admin.send('POST', '/api/admin/users/bulk', {
      selection: { ids },
      change,
    })
    let transactions = 0
    const transact: Transact = async work => {
      transactions += 1
      if (transactions === 10)
        await other.send('PATCH', `/api/admin/users/${admin.userId}/role`, { role: 'user' })
      return t.deps.transact(work)
    }
    await runTask({ ...t.deps, transact }, body.data.id, new AbortController().signal)
    expect(await task(other, body.data.id)).toMatchObject({ state: 'failed', done: 20 })
  })
})
