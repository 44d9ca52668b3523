import { accountDeletion, auth, notifications } from '@coffer/contract'
import { DAY_MS } from '@coffer/contract/durations'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { seed } from '../../../test/example-requests.ts'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { file } from '../../../test/new-items.ts'
import { openPage } from '../../../test/open-page.ts'
import { newPerson } from '../../../test/people.ts'
import { readSlowly } from '../../../test/read-slowly.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import * as snapshot from '../../../test/snapshot.ts'
import { emailOf, makeFolder, makeTeamWith, openFolder } from '../../../test/teams.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { bearing, makeToken } from '../../../test/tokens.ts'
import type { JobStore } from '../../jobs/queue.ts'
import { deleteReleasedBlobs } from '../blobs/index.ts'
import { indexQueuedItems } from '../search/index.ts'
import { deleteAccountData, deleteUnverifiedAccounts, resumeDeletions } from './index.ts'

/** The audit log keeps its entries until they expire, also those about deleted users. */
const withoutLog = (rows: readonly string[]): string[] =>
  rows.filter(row => !row.startsWith('audit_entries '))
const allRows = async (...args: Parameters<typeof snapshot.allRows>) =>
  withoutLog(await snapshot.allRows(...args))
const rowsOf = async (...args: Parameters<typeof snapshot.rowsOf>) =>
  withoutLog(await snapshot.rowsOf(...args))

const PASSWORD = 'correct horse battery'
let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
  await t.close()
})
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const deleteAccount = async (
  client: TestClient,
  reauthentication: { password?: string; email?: string } = {},
) =>
  client.call(accountDeletion.deleteAccount, {
    body: { email: await emailOf(client), password: PASSWORD, ...reauthentication },
  })
const summaryOf = async (client: TestClient) =>
  (await client.call(accountDeletion.getAccountDeletion, {})).body.data
const signInAs = (email: string) =>
  t.anonymous().send('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })

describe('deleting an account', () => {
  it('requires the email address and the password', async () => {
    const ann = await t.signIn()
    const wrongAddress = await deleteAccount(ann, { email: 'other@example.test' })
    expect([wrongAddress.status, Object.keys(wrongAddress.body.errors)]).toEqual([422, ['email']])
    const wrongPassword = await deleteAccount(ann, { password: 'something else' })
    expect([wrongPassword.status, Object.keys(wrongPassword.body.errors)]).toEqual([
      422,
      ['password'],
    ])
    expect((await ann.send('GET', '/api/user')).status).toBe(200)
  })

  it('shows the numbers of everything that will be deleted', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    await makeTeamWith(ann, 'Team', [[ben, 'can_edit']])
    const top = await makeFolder(ann, 'Top')
    const { id } = await file(ann, 'a.txt', undefined, 'seven b')
    await ann.send('POST', '/api/share', { id, type: 'file', permission: 'visitor' })
    await ann.send('POST', '/api/remove', { items: [{ id: top.id, type: 'folder' }] })
    expect(await summaryOf(ann)).toEqual({
      files: 1,
      folders: 2,
      used_bytes: 7,
      shares: 1,
      upload_requests: 0,
      team_folders: 1,
      team_members: 1,
      unfinished_uploads: 0,
      subscription: null,
      balances: [],
      debts: [],
      is_last_administrator: false,
    })
  })

  it('ends all sessions, tokens and links at once and frees the address', async () => {
    const ann = await t.signIn()
    const email = await emailOf(ann)
    const other = await t.signInAgain(ann)
    const { token } = await makeToken(ann, { scopes: ['read'] })
    const page = await openPage(other)
    const { id } = await file(ann, 'a.txt', undefined, 'shared')
    const link = await ann.send('POST', '/api/share', { id, type: 'file', permission: 'visitor' })
    const shared = link.body.data.attributes.token
    expect((await deleteAccount(ann)).status).toBe(204)
    expect([...ann.cookies.keys()].some(name => name.includes('session'))).toBe(false)
    expect(await page.closed).toBe(4401)
    expect((await other.send('GET', '/api/user')).status).toBe(401)
    const program = await t.anonymous().send('GET', '/api/user', undefined, bearing(token))
    expect(program.status).toBe(401)
    expect((await t.anonymous().send('GET', `/api/sharing/${shared}`)).status).toBe(404)
    expect((await signInAs(email)).status).toBe(401)
    const again = { name: 'Ann', email, password: PASSWORD }
    const { status } = await t.anonymous().send('POST', '/api/auth/sign-up/email', again)
    expect(status).toBe(200)
    expect((await signInAs(email)).status).toBe(200)
    await t.runJobs()
    expect((await signInAs(email)).status).toBe(200)
  })

  it('cuts off running downloads on every process', async () => {
    const ann = await t.signIn()
    const size = 24 * 1024 * 1024
    const { id } = await file(ann, 'large.bin', undefined, 'x'.repeat(size))
    const otherProcess = await anotherProcess(t)
    const running = await (otherProcess?.from(ann) ?? ann).fetch(`/file/${id}`)
    expect((await deleteAccount(ann)).status).toBe(204)
    await expect(readSlowly(running)).rejects.toThrow()
    await otherProcess?.close()
  })

  it('sends a confirmation to the former address', async () => {
    const ann = await t.signIn()
    const email = await emailOf(ann)
    await t.runJobs()
    const sent: unknown[] = []
    const send = t.deps.mailer.send
    t.deps.mailer.send = async message => void sent.push([message.to, message.subject])
    await deleteAccount(ann)
    await t.runJobs()
    t.deps.mailer.send = send
    expect(sent).toEqual([[email, 'Your Coffer account was deleted']])
  })
})

it('keeps uploads in folders of others, and notifies members of deleted team folders', async () => {
  const ann = await t.signIn()
  const ben = await t.signIn()
  const name = (await ann.send('GET', '/api/user')).body.data.attributes.name
  const bensTeam = await makeTeamWith(ben, 'Harbour', [[ann, 'can_edit']])
  const uploaded = await file(ann, 'brought.txt', bensTeam.id, 'stays')
  const annsTeam = await makeTeamWith(ann, 'Quay', [[ben, 'can_view']])
  await deleteAccount(ann)
  expect((await openFolder(ben, annsTeam.id)).status).toBe(404)
  await t.runJobs()
  await deleteReleasedBlobs(t.deps)
  expect(await (await ben.fetch(`/file/${uploaded.id}`)).text()).toBe('stays')
  const { data } = (await ben.call(notifications.listNotifications, {})).body
  expect(data[0]?.attributes.title).toBe(`${name} deleted their account`)
})

// A10
describe('the last administrator', () => {
  it('cannot be deleted, even when two delete their accounts at once', async () => {
    const own = await createTestApp()
    const ada = await own.signIn('admin')
    const bob = await own.signIn('admin')
    expect((await summaryOf(ada)).is_last_administrator).toBe(false)
    const bodies = [ada, bob].map(async client => ({
      email: await emailOf(client),
      password: PASSWORD,
    }))
    const [first, second] = await Promise.all(bodies)
    const answers = await Promise.all([
      ada.send('DELETE', '/api/user', first),
      bob.send('DELETE', '/api/user', second),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    const refused = answers.findIndex(({ status }) => status === 409)
    const left = refused === 0 ? ada : bob
    expect(answers[refused]?.body.code).toBe('account.last_administrator')
    expect((await left.send('GET', '/api/user')).status).toBe(200)
    expect((await summaryOf(left)).is_last_administrator).toBe(true)
    await own.close()
  })
})

describe('afterwards', () => {
  it('no row mentions the user or their items, and no content is left', async () => {
    const own = await createTestApp()
    const host = await own.signIn()
    const quiet = async () => {
      await own.runJobs()
      await deleteReleasedBlobs(own.deps)
      for (let left = 1; left > 0; ) left = await indexQueuedItems(own.deps)
    }
    await quiet()
    const ann = await own.signIn()
    const filesBefore = await own.storedFiles()
    const email = await emailOf(ann)
    await seed(ann, 'ann', host)
    await ann.send('POST', '/api/zip/selections', { items: [] })
    await own.runJobs()
    const rows = await rowsOf(own.deps.db, ann.userId)
    expect(rows.length).toBeGreaterThan(30)
    const ids = await own.deps.db
      .selectFrom('items')
      .select('id')
      .where('owner_id', '=', ann.userId)
      .execute()
    expect((await deleteAccount(ann)).status).toBe(204)
    await quiet()
    const left = await allRows(own.deps.db)
    const deletedIds = [ann.userId, email, ...ids.map(({ id }) => id)]
    expect(left.filter(row => deletedIds.some(id => row.includes(id)))).toEqual([])
    // Content uploaded into the host's folder belongs to the host.
    const remainingBlobs = await own.deps.db.selectFrom('blobs').select('id').execute()
    const ofHost = (await rowsOf(own.deps.db, host.userId)).join('\n')
    expect(remainingBlobs.filter(({ id }) => !ofHost.includes(id))).toEqual([])
    expect(await own.storedFiles()).toBe(filesBefore + remainingBlobs.length)
    await own.close()
  })

  it('deletes a large account in batches, and resumes after its job was killed or had failed', async () => {
    const ann = await t.signIn()
    const inner = await makeFolder(ann, 'inner', (await makeFolder(ann, 'outer')).id)
    await seedFiles(t.deps, ann.userId, 700)
    await seedFiles(t.deps, ann.userId, 400, inner.id)
    for (let count = 0; count < 5; count += 1) await makeFolder(ann, `f${count}`, inner.id)
    await deleteAccount(ann)
    const queue = t.deps.jobs as JobStore
    const [claimed] = await queue.claim([deleteAccountData.name], 1)
    await resumeDeletions(t.deps)
    expect(await queue.claim([deleteAccountData.name], 1)).toEqual([])
    const owned = async () => {
      const query = t.deps.db.selectFrom('items').select('id').where('owner_id', '=', ann.userId)
      return (await query.execute()).length
    }
    const before = await owned()
    let checks = 0
    const signal = {
      throwIfAborted: () => {
        checks += 1
        if (checks > 4) throw new Error('killed')
      },
    } as AbortSignal
    await expect(
      deleteAccountData.run(t.deps, { userId: ann.userId }, { signal }),
    ).rejects.toThrow()
    expect(await owned()).toBeLessThan(before)
    expect(await owned()).toBeGreaterThan(100)
    if (claimed) await queue.fail(claimed, 'killed')
    await t.jobsLater(60_000)
    await resumeDeletions(t.deps)
    await t.runJobs()
    await indexQueuedItems(t.deps)
    expect(await rowsOf(t.deps.db, ann.userId)).toEqual([])
  })
})

describe('an account whose address was never verified', () => {
  const unverifiedUser = async (own: TestApp, name: string) => {
    const client = await own.signIn()
    await own.deps.db
      .updateTable('users')
      .set({ email_verified: own.database.kind === 'postgres' ? false : 0 })
      .where('id', '=', client.userId)
      .execute()
    if (name) await makeFolder(client, name)
    return client
  }

  it('is deleted after thirty days where verification is required, unless it has items', async () => {
    const own = await createTestApp()
    const verified = await own.signIn()
    const idle = await unverifiedUser(own, '')
    const active = await unverifiedUser(own, 'Work')
    own.advance(29 * DAY_MS)
    await own.settings({ user_verification: true })
    expect(await deleteUnverifiedAccounts(own.deps)).toBe(0)
    own.advance(2 * DAY_MS)
    await own.settings({ user_verification: false })
    expect(await deleteUnverifiedAccounts(own.deps)).toBe(0)
    await own.settings({ user_verification: true })
    expect(await deleteUnverifiedAccounts(own.deps)).toBe(1)
    await own.runJobs()
    await indexQueuedItems(own.deps)
    const users = await own.deps.db.selectFrom('users').select('id').execute()
    expect(users.map(({ id }) => id).sort()).toEqual([verified.userId, active.userId].sort())
    expect(await rowsOf(own.deps.db, idle.userId)).toEqual([])
    await own.close()
  })

  it('stays once it was signed in to, as its user may only work in team folders of others', async () => {
    const own = await createTestApp()
    const ann = await own.signIn()
    const ben = own.anonymous()
    await ben.call(auth.signUp, { body: newPerson() })
    const team = await makeTeamWith(ann, 'Team', [[ben, 'can_edit']])
    await file(ben, 'work.txt', team.id)
    own.advance(31 * DAY_MS)
    await own.settings({ user_verification: true })
    expect(await deleteUnverifiedAccounts(own.deps)).toBe(0)
    await own.close()
  })

  it('stays when its address is verified while accounts before it are deleted', async () => {
    const own = await createTestApp()
    const idle = await unverifiedUser(own, '')
    own.advance(31 * DAY_MS)
    await own.settings({ user_verification: true })
    const { transact } = own.deps
    const verifying: typeof transact = async run => {
      await transact(tx =>
        tx
          .updateTable('users')
          .set({ email_verified: sql<boolean>`(1 = 1)` })
          .where('id', '=', idle.userId)
          .execute(),
      )
      return transact(run)
    }
    await deleteUnverifiedAccounts({ ...own.deps, transact: verifying })
    await own.runJobs()
    const users = await own.deps.db.selectFrom('users').select('id').execute()
    expect(users.map(({ id }) => id)).toEqual([idle.userId])
    await own.close()
  })
})
