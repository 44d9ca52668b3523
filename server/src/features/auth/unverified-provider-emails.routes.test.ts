import { account, auth, recovery } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { tokenIn } from '../../../test/mail-server.ts'
import { openSocialApp } from '../../../test/social-visits.ts'
import { emailOf } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const PASSWORD = 'correct horse battery'
const { t, mail, newPerson, enterBy } = await openSocialApp()
const me = (client: TestClient) => client.call(account.getUser, {})

describe('with facebook, which does not say whose address it is', () => {
  it('somebody new proves his address by our own letter, and is in then', async () => {
    const [person, client] = [newPerson(), t.anonymous()]
    expect(await enterBy('facebook', person, client)).toBe('/sign-in?social=unverified')
    expect((await me(client)).status).toBe(401)
    await t.runJobs()
    const [message] = await mail.emailsTo(person.email)
    const token = tokenIn(message ?? ({} as never))
    await client.send('POST', '/api/auth/verify-email', { token })
    expect(await enterBy('facebook', person, client)).toBe('/platform/files')
    expect((await me(client)).body.data.attributes.email).toBe(person.email)
  })

  it.each(['by a form', 'by a forgotten password'])(
    'whoever came with an address that is not his is out once its owner proves it %s',
    async way => {
      const person = newPerson()
      expect(await enterBy('facebook', person)).toBe('/sign-in?social=unverified')
      await t.runJobs()
      await mail.emailsTo(person.email)
      const body = { email: person.email, name: 'Owner', password: PASSWORD }
      if (way === 'by a form') await t.anonymous().call(auth.signUp, { body })
      else await t.anonymous().call(recovery.requestPasswordReset, { body: { email: body.email } })
      await t.runJobs()
      const [message] = await mail.emailsTo(person.email)
      const reset = { token: tokenIn(message ?? ({} as never)), newPassword: 'battery staple' }
      const { status } = await t.anonymous().call(recovery.resetPassword, { body: reset })
      expect(status).toBe(200)
      expect(await enterBy('facebook', person)).toBe('/sign-in?social=unverified')
    },
  )

  // A4
  it('a free and a taken address are told apart in the mailbox alone', async () => {
    const [free, taken] = [newPerson(), newPerson({ email: await emailOf(await t.signIn()) })]
    const subjects = []
    for (const person of [free, taken, free, taken]) {
      const browser = t.anonymous()
      expect(await enterBy('facebook', person, browser)).toBe('/sign-in?social=unverified')
      expect((await me(browser)).status).toBe(401)
      await t.runJobs()
      subjects.push((await mail.emailsTo(person.email)).map(message => message.subject))
    }
    const [confirm, known] = [
      ['Confirm your email for Coffer'],
      ['You already have an account with Coffer'],
    ]
    expect(subjects).toEqual([confirm, known, confirm, known])
  })

  it('whoever waits in an account that is not proven waits in vain: its letter leads to a new password', async () => {
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

  it('floods no mailbox', async () => {
    const person = newPerson({ email: await emailOf(await t.signIn()) })
    for (let round = 0; round < 7; round += 1) await enterBy('facebook', person)
    await t.runJobs()
    expect(await mail.emailsTo(person.email)).toHaveLength(5)
  })

  it('a taken address is named where no proof is asked for, as a free one is let in', async () => {
    await t.settings({ user_verification: false })
    const email = await emailOf(await t.signIn())
    const where = [
      await enterBy('facebook', newPerson({ email })),
      await enterBy('facebook', newPerson()),
    ]
    await t.settings({ user_verification: null })
    expect(where).toEqual(['/sign-in?social=taken', '/platform/files'])
  })
})
