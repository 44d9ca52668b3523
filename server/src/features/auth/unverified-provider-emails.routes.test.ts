import { account, auth, passwordReset } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { tokenIn } from '../../../test/mail-server.ts'
import { openSocialApp } from '../../../test/social-visits.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const PASSWORD = 'correct horse battery'
const { t, mail, newPerson, enterBy } = await openSocialApp()
const me = (client: TestClient) => client.call(account.getUser, {})

describe('with facebook, which does not report verified emails', () => {
  it('signs a new user in after our own verification email', async () => {
    const person = newPerson()
    const client = t.anonymous()
    expect(await enterBy('facebook', person, client)).toBe('/sign-in?social=unverified')
    expect((await me(client)).status).toBe(401)
    await t.runJobs()
    const [message] = await mail.emailsTo(person.email)
    const token = tokenIn(message ?? ({} as never))
    await client.send('POST', '/api/auth/verify-email', { token })
    expect(await enterBy('facebook', person, client)).toBe('/platform/files')
    expect((await me(client)).body.data.attributes.email).toBe(person.email)
  })

  it.each(['by signing up', 'by a password reset'])(
    'revokes the access of a stranger once the owner verifies the email %s',
    async method => {
      const person = newPerson()
      expect(await enterBy('facebook', person)).toBe('/sign-in?social=unverified')
      await t.runJobs()
      await mail.emailsTo(person.email)
      const body = { email: person.email, name: 'Owner', password: PASSWORD }
      if (method === 'by signing up') await t.anonymous().call(auth.signUp, { body })
      else
        await t
          .anonymous()
          .call(passwordReset.requestPasswordReset, { body: { email: body.email } })
      await t.runJobs()
      const [message] = await mail.emailsTo(person.email)
      const reset = { token: tokenIn(message ?? ({} as never)), newPassword: 'battery staple' }
      const { status } = await t.anonymous().call(passwordReset.resetPassword, { body: reset })
      expect(status).toBe(200)
      expect(await enterBy('facebook', person)).toBe('/sign-in?social=unverified')
    },
  )

  // A4
  it('distinguishes a free from a taken email only in the mailbox', async () => {
    const free = newPerson()
    const taken = newPerson({ email: await emailOf(await t.signIn()) })
    const subjects = []
    for (const person of [free, taken, free, taken]) {
      const browser = t.anonymous()
      expect(await enterBy('facebook', person, browser)).toBe('/sign-in?social=unverified')
      expect((await me(browser)).status).toBe(401)
      await t.runJobs()
      subjects.push((await mail.emailsTo(person.email)).map(message => message.subject))
    }
    const confirm = ['Confirm your email for Coffer']
    const known = ['You already have an account with Coffer']
    expect(subjects).toEqual([confirm, known, confirm, known])
  })

  it('discards the password of an unverified account and sends a link to choose a new one', async () => {
    const person = newPerson()
    const body = { name: 'Squatter', email: person.email, password: PASSWORD }
    await t.anonymous().call(auth.signUp, { body })
    await t.runJobs()
    const [first] = await mail.emailsTo(person.email)
    await enterBy('facebook', person)
    await t.runJobs()
    const [message] = await mail.emailsTo(person.email)
    expect(message?.subject).toMatch(/^Choose/)
    await t
      .anonymous()
      .send('POST', '/api/auth/verify-email', { token: tokenIn(first ?? ({} as never)) })
    const { name: _, ...form } = body
    expect((await t.anonymous().call(auth.signIn, { body: form })).status).toBe(401)
  })

  it('limits the emails to one address', async () => {
    const person = newPerson({ email: await emailOf(await t.signIn()) })
    for (let round = 0; round < 7; round += 1) await enterBy('facebook', person)
    await t.runJobs()
    expect(await mail.emailsTo(person.email)).toHaveLength(5)
  })

  it('reports a taken email where no verification is required, and signs a new one in', async () => {
    await t.settings({ user_verification: false })
    const email = await emailOf(await t.signIn())
    const redirects = [
      await enterBy('facebook', newPerson({ email })),
      await enterBy('facebook', newPerson()),
    ]
    await t.settings({ user_verification: null })
    expect(redirects).toEqual(['/sign-in?social=taken', '/platform/files'])
  })
})
