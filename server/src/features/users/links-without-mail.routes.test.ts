import { adminUserAccess, adminUsers, adminUserTasks } from '@coffer/contract'
import { expect, it } from 'vitest'
import { openMailApp, openTestApp } from '../../../test/open-test-app.ts'
import type { TestApp } from '../../../test/test-app.ts'

const t = await openTestApp()
const { t: sending } = await openMailApp()

/** Chooses a password by a link. @returns the status of the answer */
async function follow(app: TestApp, { url }: { url: string }): Promise<number> {
  const token = new URL(url).searchParams.get('token')
  expect(new URL(url).pathname).toBe('/create-new-password')
  const body = { token, newPassword: 'battery staple horse' }
  return (await app.anonymous().send('POST', '/api/auth/reset-password', body)).status
}

it('without a mail server an administrator gets the link for a new password', async () => {
  const admin = await t.signIn('admin')
  const user = await t.signIn()
  const { status, body } = await admin.call(adminUserAccess.sendPasswordReset, {
    params: { id: user.userId },
  })
  expect(status).toBe(200)
  expect(Date.parse(body.meta.link.expires_at)).toBeGreaterThan(t.deps.now().getTime())
  expect(await follow(t, body.meta.link)).toBe(200)
})

it('without a mail server an administrator gets the links of invitations', async () => {
  const admin = await t.signIn('admin')
  const emails = ['links-a@example.test', 'links-b@example.test']
  const invited = await admin.call(adminUserTasks.inviteUsers, { body: { emails } })
  const { data, meta } = invited.body
  expect(meta.links.map(({ email }: { email: string }) => email)).toEqual(emails)
  expect(await follow(t, meta.links[0])).toBe(200)
  const params = { id: data[1].id }
  const again = (await admin.call(adminUserTasks.resendInvitation, { params })).body.meta.link
  expect(await follow(t, meta.links[1])).toBe(410)
  expect(await follow(t, again)).toBe(200)
})

it('without a mail server an administrator gets the link of a user they create', async () => {
  const admin = await t.signIn('admin')
  const body = { name: 'Cleo', email: 'links-c@example.test', invite: true }
  const { meta } = (await admin.call(adminUsers.createUser, { body })).body
  expect(await follow(t, meta.link)).toBe(200)
  const withPassword = { name: 'Dan', email: 'links-d@example.test', password: 'battery staple' }
  expect((await admin.call(adminUsers.createUser, { body: withPassword })).body.meta.link).toBe(
    null,
  )
})

it('without a mail server an administrator gets the link of an invitation to a corrected email', async () => {
  const admin = await t.signIn('admin')
  const body = { name: 'Eve', email: 'typo-e@example.test', invite: true }
  const created = (await admin.call(adminUsers.createUser, { body })).body
  const params = { id: created.data.id }
  const update = async (change: object) =>
    (await admin.call(adminUsers.updateUser, { params, body: change })).body.meta.link
  expect(await update({ last_name: 'Lee' })).toBe(null)
  const corrected = await update({ email: 'links-f@example.test' })
  expect(await follow(t, created.meta.link)).toBe(410)
  expect(await follow(t, corrected)).toBe(200)
})

it('a mail server alone gets the links', async () => {
  const admin = await sending.signIn('admin')
  const user = await sending.signIn()
  const ofUser = { params: { id: user.userId } }
  const reset = await admin.call(adminUserAccess.sendPasswordReset, ofUser)
  expect(reset.body).toEqual({ meta: { link: null } })
  const emails = ['links-e@example.test']
  const invited = (await admin.call(adminUserTasks.inviteUsers, { body: { emails } })).body
  expect(invited.meta.links).toEqual([])
  const params = { id: invited.data[0].id }
  const again = await admin.call(adminUserTasks.resendInvitation, { params })
  expect(again.body.meta.link).toBe(null)
  const body = { email: 'links-g@example.test' }
  const corrected = await admin.call(adminUsers.updateUser, { params, body })
  expect(corrected.body.meta.link).toBe(null)
})
