import { beforeEach, expect, it } from 'vitest'
import { openMailApp } from '../../../test/open-test-app.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const { t, mail } = await openMailApp()
const admin = await t.signIn('admin')
let user: TestClient
let users = 0
beforeEach(async () => {
  user = await t.signIn('admin')
  users += 1
  const change = { email: `new-${users}@example.test`, email_change: 'confirm' }
  expect((await call('PATCH', '', change)).status).toBe(200)
  expect(await pending()).toBe(change.email)
})

const call = (method: string, path: string, body?: object) =>
  admin.send(method, `/api/admin/users/${user.userId}${path}`, body)
const pending = async () => (await call('GET', '')).body.data.attributes.pending_email

it('a new password withdraws a change of email that waits for its link', async () => {
  const password = 'correct horse battery'
  const body = { currentPassword: password, newPassword: 'another horse battery' }
  const { status } = await user.send('POST', '/api/auth/change-password', body)
  expect(status).toBeLessThan(300)
  expect(await pending()).toBeNull()
})

it.each([
  ['a suspension', 'POST', '/suspend', { reason: 'misuse' }],
  ['a change of role', 'PATCH', '/role', { role: 'user' }],
])('%s withdraws a change of email that waits for its link', async (_, method, path, body) => {
  expect((await call(method, path, body)).status).toBeLessThan(300)
  expect(await pending()).toBeNull()
})

it('a request to change the email is announced to the present address', async () => {
  await t.runJobs()
  const [notice, ...more] = await mail.emailsTo(await emailOf(user))
  expect(more).toEqual([])
  expect(notice?.text).toContain(`new-${users}@example.test`)
})
