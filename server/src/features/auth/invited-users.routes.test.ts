import { account, adminUserTasks, emailVerification } from '@coffer/contract'
import { DAY_MS } from '@coffer/contract/durations'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openSocialApp } from '../../../test/social-visits.ts'

const { t, mail, newPerson, enterBy } = await openSocialApp()

async function invite(email: string) {
  const admin = await t.signIn('admin')
  const { body } = await admin.call(adminUserTasks.inviteUsers, {
    body: { emails: [email], role: 'admin' },
  })
  await t.runJobs()
  await mail.emailsTo(email)
  const path = `/api/admin/users/${body.data[0]?.id}`
  return {
    path: `${path}/invitation`,
    admin,
    read: async () => (await admin.send('GET', path)).body.data.attributes,
  }
}

/** The state of users who verified their email before invitations had to be accepted first. */
const markVerified = (email: string) =>
  t.deps.db
    .updateTable('users')
    .set({ email_verified: sql<boolean>`(1 = 1)` })
    .where('email', '=', email)
    .execute()

describe('an invited user', () => {
  it('gets no verification email, which would replace the invitation', async () => {
    const { email } = newPerson()
    await invite(email)
    await t.anonymous().call(emailVerification.sendVerificationEmail, { body: { email } })
    await t.runJobs()
    expect(await mail.emailsTo(email)).toEqual([])
  })

  it('accepts the invitation by signing in with a provider', async () => {
    const person = newPerson()
    const { read } = await invite(person.email)
    await markVerified(person.email)
    expect(await enterBy('google', person)).toBe('/platform/files')
    expect(await read()).toMatchObject({ state: 'active', role: 'admin', invitation: null })
  })

  it('cannot sign in with a provider once the invitation has expired', async () => {
    const person = newPerson()
    const { read } = await invite(person.email)
    await markVerified(person.email)
    t.advance(8 * DAY_MS)
    const client = t.anonymous()
    expect(await enterBy('google', person, client)).toBe('/sign-in?social=failed')
    expect((await client.call(account.getUser, {})).status).toBe(401)
    t.advance(-8 * DAY_MS)
    expect((await read()).state).toBe('invited')
  })

  it('who has signed in is not deleted when the invitation is withdrawn', async () => {
    const { email } = newPerson()
    const { admin, path, read } = await invite(email)
    const signedIn = { signed_in_at: Date.now() }
    await t.deps.db.updateTable('users').set(signedIn).where('email', '=', email).execute()
    const { status, body } = await admin.send('DELETE', path)
    expect([status, body.code]).toEqual([409, 'user.not_invited'])
    expect((await read()).email).toBe(email)
  })
})
