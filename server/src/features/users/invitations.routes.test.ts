import { accountDeletion, adminUserTasks, auth } from '@coffer/contract'
import type { AdminUser } from '@coffer/contract/admin-users'
import { describe, expect, it } from 'vitest'
import { openMailApp } from '../../../test/open-test-app.ts'
import { emailOf } from '../../../test/teams.ts'

const outcome = async (reply: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await reply
  return status < 400 ? status : `${status} ${body.code}`
}

const { t: own, mail } = await openMailApp()

describe('emails to users', () => {
  const linkIn = (text: string) => /token=([\w.-]+)/.exec(text)?.[1] ?? ''
  const lastTo = async (address: string) => {
    await own.runJobs()
    return (await mail.emailsTo(address)).at(-1)
  }
  const choose = (token: string, newPassword = 'battery staple horse') =>
    own.anonymous().send('POST', '/api/auth/reset-password', { token, newPassword })

  it('an invitation is not sent again to a suspended user', async () => {
    const admin = await own.signIn('admin')
    const body = { emails: ['sue@example.test'] }
    const { id } = (await admin.call(adminUserTasks.inviteUsers, { body })).body.data[0]
    const path = `/api/admin/users/${id}`
    await admin.send('POST', `${path}/suspend`, { reason: 'Left' })
    expect(await outcome(admin.send('POST', `${path}/invitation`))).toBe('409 user.suspended')
    await admin.send('POST', `${path}/reactivate`)
    expect(await outcome(admin.send('POST', `${path}/invitation`))).toBe(200)
  })

  it('an invitation works once, is sent again with a new link, and gives its role', async () => {
    const admin = await own.signIn('admin')
    const emails = ['Yuki@Example.test', 'yuki@example.test', 'nonsense', 'bea@example.test']
    const { body, status } = await admin.call(adminUserTasks.inviteUsers, {
      body: { emails, role: 'admin', message: 'Welcome!' },
    })
    expect(status).toBe(201)
    expect(
      body.data.map((user: AdminUser) => [user.attributes.email, user.attributes.state]),
    ).toEqual([
      ['yuki@example.test', 'invited'],
      ['bea@example.test', 'invited'],
    ])
    expect(body.meta.skipped.map((entry: { reason: string }) => entry.reason).sort()).toEqual([
      'duplicate',
      'invalid',
    ])
    const [yuki, bea] = body.data
    const first = await lastTo('yuki@example.test')
    expect(first?.text).toContain('Welcome!')
    const firstToken = linkIn(first?.text ?? '')
    await admin.send('POST', `/api/admin/users/${yuki?.id}/invitation`)
    const secondToken = linkIn((await lastTo('yuki@example.test'))?.text ?? '')
    expect(await outcome(choose(firstToken))).toBe('410 auth.link_expired')
    expect(await outcome(choose(secondToken))).toBe(200)
    expect(await outcome(choose(secondToken))).toBe('410 auth.link_expired')
    const accepted = (await admin.send('GET', `/api/admin/users/${yuki?.id}`)).body.data.attributes
    expect(accepted).toMatchObject({ state: 'active', role: 'admin', invitation: null })

    const third = linkIn((await lastTo('bea@example.test'))?.text ?? '')
    const withdraw = () => admin.send('DELETE', `/api/admin/users/${bea?.id}/invitation`)
    expect(await outcome(withdraw())).toBe(204)
    expect(await outcome(choose(third))).toBe('410 auth.link_expired')
    expect(await outcome(withdraw())).toBe('404 user.not_found')
    expect(await outcome(admin.send('DELETE', `/api/admin/users/${yuki?.id}/invitation`))).toBe(
      '409 user.not_invited',
    )
  })

  it('an expired invitation is renewed by an administrator only', async () => {
    const admin = await own.signIn('admin')
    const email = 'late@example.test'
    await admin.call(adminUserTasks.inviteUsers, { body: { emails: [email] } })
    const token = linkIn((await lastTo(email))?.text ?? '')
    own.advance(8 * 86_400_000)
    expect(await outcome(choose(token))).toBe('410 auth.link_expired')
    await own.anonymous().send('POST', '/api/auth/request-password-reset', { email })
    const body = { name: 'Late', email, password: 'correct horse battery' }
    await own.anonymous().call(auth.signUp, { body })
    await own.runJobs()
    expect(await mail.emailsTo(email)).toEqual([])
  })

  it('a link to choose a password ends with the invitation', async () => {
    const admin = await own.signIn('admin')
    const email = 'later@example.test'
    await admin.call(adminUserTasks.inviteUsers, { body: { emails: [email], role: 'admin' } })
    await lastTo(email)
    own.advance(7 * 86_400_000 - 60_000)
    await own.anonymous().send('POST', '/api/auth/request-password-reset', { email })
    const token = linkIn((await lastTo(email))?.text ?? '')
    own.advance(60_000)
    expect(await outcome(choose(token))).toBe('410 auth.link_expired')
  })

  it('the corrected email of an invited user gets the invitation, the old one no notice', async () => {
    const admin = await own.signIn('admin')
    const { body } = await admin.call(adminUserTasks.inviteUsers, {
      body: { emails: ['mistyped@example.test'], role: 'admin' },
    })
    const path = `/api/admin/users/${body.data[0]?.id}`
    const oldToken = linkIn((await lastTo('mistyped@example.test'))?.text ?? '')
    const changed = await admin.send('PATCH', path, { email: 'correct@example.test' })
    expect(changed.body.data.attributes).toMatchObject({
      email: 'correct@example.test',
      state: 'invited',
    })
    const token = linkIn((await lastTo('correct@example.test'))?.text ?? '')
    expect(await mail.emailsTo('mistyped@example.test')).toHaveLength(0)
    expect(await outcome(choose(oldToken))).toBe('410 auth.link_expired')
    expect(await outcome(choose(token))).toBe(200)
    const { attributes } = (await admin.send('GET', path)).body.data
    expect(attributes).toMatchObject({ state: 'active', role: 'admin' })
  })

  it('a new email is confirmed by its owner, or forced', async () => {
    const admin = await own.signIn('admin')
    const user = await own.signIn()
    const path = `/api/admin/users/${user.userId}`
    const pending = await admin.send('PATCH', path, { email: 'new@example.test' })
    expect(pending.body.data.attributes.pending_email).toBe('new@example.test')
    const { text = '' } = (await lastTo('new@example.test')) ?? {}
    expect(text).toContain('the new one of an account')
    expect(text).not.toContain('was created')
    const token = linkIn(text)
    const verified = await own.anonymous().send('POST', '/api/auth/verify-email', { token })
    expect(verified.body).toEqual({ email: 'new@example.test' })
    const { attributes } = (await admin.send('GET', path)).body.data
    expect(attributes).toMatchObject({ email: 'new@example.test', pending_email: null })
    const forced = await admin.send('PATCH', path, {
      email: 'forced@example.test',
      email_change: 'force',
    })
    expect(forced.body.data.attributes.email).toBe('forced@example.test')
    expect((await lastTo('new@example.test'))?.text).toContain('forced@example.test')
    const admins = (await admin.send('GET', '/api/user')).body.data.attributes.email
    expect(await outcome(admin.send('PATCH', path, { email: admins }))).toBe(
      '422 auth.address_taken',
    )
  })

  it('a new email that waits for confirmation ends with the account', async () => {
    const admin = await own.signIn('admin')
    const user = await own.signIn()
    const email = 'left@example.test'
    await admin.send('PATCH', `/api/admin/users/${user.userId}`, { email })
    const token = linkIn((await lastTo(email))?.text ?? '')
    await user.call(accountDeletion.deleteAccount, {
      body: { email: await emailOf(user), password: 'correct horse battery' },
    })
    const verify = own.anonymous().send('POST', '/api/auth/verify-email', { token })
    expect(await outcome(verify)).toBe('410 auth.link_expired')
  })
})
