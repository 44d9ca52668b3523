import { randomBytes } from 'node:crypto'
import { auth } from '@coffer/contract'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../../test/endpoints.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { readSlowly } from '../../../test/read-slowly.ts'
import { emailOf, makeTeamWith } from '../../../test/teams.ts'
import { bearing, makeToken } from '../../../test/tokens.ts'

const t = await openTestApp()

afterAll(async () => {
  // The directory and its counts agree with each other.
  const { rows } = await sql<{ facet: number; difference: number }>`
    select facet, sum(change) as difference from (
      select facet, change from user_counts
      union all select facet, -1 from user_directory) as changes
    group by facet having sum(change) <> 0`.execute(t.deps.db)
  expect(rows).toEqual([])
  const wrong = await t.deps.db
    .selectFrom('user_directory')
    .select('user_id')
    .where(sql<boolean>`facet <> role * 32 + state * 8 + two_factor * 4 + storage_level`)
    .execute()
  expect(wrong).toEqual([])
})

it('the reason of a suspension is shown after the right password, not after another', async () => {
  const admin = await t.signIn('admin')
  const user = await t.signIn()
  const email = await emailOf(user)
  await admin.send('POST', `/api/admin/users/${user.userId}/suspend`, { reason: 'Unpaid {{a}}' })
  const signIn = (password: string) =>
    t.anonymous().call(auth.signIn, { body: { email, password } })
  const { status, body } = await signIn('correct horse battery')
  expect([status, body.code]).toEqual([403, 'auth.suspended'])
  expect(body.message).toContain('Unpaid {{a}}')
  expect((await signIn('another password')).body.message).not.toContain('Unpaid')
})

describe('suspending a user aborts running downloads', () => {
  it.each(['by the user', 'by a token', 'by a guest'])('%s', async kind => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    const { token } = await makeToken(user)
    const sent = await user.upload({ filename: 'big.bin', content: randomBytes(48_000_000) })
    const { id } = sent.body.data
    const shared = { id, type: 'file', permission: 'visitor' }
    const link = (await user.send('POST', '/api/share', shared)).body.data.attributes.token
    const running = {
      'by the user': () => user.fetch(`/file/${id}`),
      'by a token': () => t.anonymous().fetch(`/file/${id}`, bearing(token)),
      'by a guest': () => t.anonymous().fetch(`/file/${id}/shared/${link}`),
    }[kind] as () => Promise<Response>
    const response = await running()
    expect(response.status).toBe(200)
    await admin.send('POST', `/api/admin/users/${user.userId}/suspend`, { reason: 'Unpaid' })
    await expect(readSlowly(response)).rejects.toThrow()
  })

  it('and leaves team folders to their members', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    const member = await t.signIn()
    const team = await makeTeamWith(user, 'Team', [[member, 'can_edit']])
    await admin.send('POST', `/api/admin/users/${user.userId}/suspend`, { reason: 'Unpaid' })
    const sent = await member.upload({ filename: 'a.txt', content: 'x', parent_id: team.id })
    expect(sent.status).toBe(201)
    expect((await member.fetch(sent.body.data.attributes.file_url)).status).toBe(200)
  })
})

// A8
describe('impersonation', () => {
  it('is offered by no path', async () => {
    const admin = await t.signIn('admin')
    const user = await t.signIn()
    const offers = endpoints.filter(({ path }) => /imperson|sudo|become|switch-user/i.test(path))
    expect(offers).toEqual([])
    for (const path of [
      '/api/auth/admin/impersonate-user',
      `/api/admin/users/${user.userId}/impersonate`,
      `/api/admin/users/${user.userId}/sign-in`,
    ]) {
      const reply = await admin.send('POST', path, { userId: user.userId })
      expect([404, 405]).toContain(reply.status)
      expect(reply.headers.getSetCookie()).toEqual([])
    }
    expect((await admin.send('GET', '/api/user')).body.data.id).toBe(admin.userId)
  })
})
