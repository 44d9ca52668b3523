import { auth, emailVerification, passwordReset } from '@coffer/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tokenIn } from '../../../test/mail-server.ts'
import { openMailApp } from '../../../test/open-test-app.ts'
import { emailOf, makeTeam } from '../../../test/teams.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'

const PASSWORD = 'correct horse battery'
const { t, mail } = await openMailApp()
let userCount = 0
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const newAddress = () => {
  userCount += 1
  return `newcomer-${userCount}@example.test`
}
const signUp = (email: string, more: object = {}, client = t.anonymous()) =>
  client.call(auth.signUp, { body: { name: 'New Comer', email, password: PASSWORD, ...more } })
const signIn = (email: string, client = t.anonymous(), password = PASSWORD) =>
  client.call(auth.signIn, { body: { email, password } })
const verify = (token: string) =>
  t.anonymous().call(emailVerification.verifyEmail, { body: { token } })
const requestVerificationEmail = (email: string) =>
  t.anonymous().call(emailVerification.sendVerificationEmail, { body: { email } })
async function emailsTo(email: string) {
  await t.runJobs()
  return mail.emailsTo(email)
}

describe('signing up on a server that sends email', () => {
  it('allows sign-in once the email is verified by the link', async () => {
    const email = newAddress()
    const client = t.anonymous()
    const reply = await signUp(email, {}, client)
    expect([reply.status, reply.body]).toEqual([200, { user: null }])
    expect([...client.cookies.keys()]).toEqual([])
    const [message, ...others] = await emailsTo(email)
    expect(others).toEqual([])
    expect(message?.subject).toBe('Confirm your email for Coffer')

    const early = await signIn(email)
    expect([early.status, early.body.code]).toEqual([401, 'auth.credentials_or_unverified'])
    expect(early.headers.getSetCookie()).toEqual([])
    const verified = await verify(tokenIn(message ?? ({} as never)))
    expect([verified.status, verified.body]).toEqual([200, { email }])
    expect((await signIn(email)).status).toBe(200)
  })

  // A4
  it('gives new and known emails the same answer, and emails the owner of a known one', async () => {
    const knownEmail = await emailOf(await t.signIn())
    const newEmail = newAddress()
    const replies = [await signUp(knownEmail), await signUp(newEmail)]
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [200, { user: null }],
      [200, { user: null }],
    ])
    const headers = replies.map(reply => [...reply.headers.keys()].sort())
    expect(headers[0]).toEqual(headers[1])
    const [message] = await emailsTo(knownEmail)
    expect(message?.subject).toBe('You already have an account with Coffer')
    expect(message?.text).not.toContain('token=')
    expect((await emailsTo(newEmail))[0]?.subject).toMatch(/^Confirm/)
  })

  // A4
  it('does the same work for both: one hash and the same statements', async () => {
    const knownEmail = await emailOf(await t.signIn())
    const work = async (email: string) => {
      const queries = await t.countQueries(() => signUp(email))
      return queries.filter(query => !query.includes('pgboss')).map(query => query.slice(0, 40))
    }
    expect(await work(knownEmail)).toEqual(await work(newAddress()))
    await t.runJobs()
  })

  it('sends the link again to an unverified email', async () => {
    const email = newAddress()
    await signUp(email)
    await emailsTo(email)
    await signUp(email)
    const [message] = await emailsTo(email)
    expect((await verify(tokenIn(message ?? ({} as never)))).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  it.each(['before', 'after'])(
    'gives no access to a stranger who signed up with the email %s its owner',
    async when => {
      const email = newAddress()
      const stranger = { password: 'what a stranger chose', name: 'Stranger' }
      await signUp(email, when === 'before' ? stranger : {})
      await t.runJobs()
      await signUp(email, when === 'before' ? {} : stranger)
      await t.runJobs()
      await requestVerificationEmail(email)
      // The owner may follow the link of any of these emails.
      const messages = await emailsTo(email)
      const tokens = messages.map(tokenIn)
      expect(messages.map(({ subject }) => subject?.split(' ')[0])).toEqual([
        'Confirm',
        'Choose',
        'Confirm',
      ])
      expect((await verify(tokens[when === 'before' ? 0 : 2] ?? '')).status).toBe(200)
      for (const password of [stranger.password, PASSWORD])
        expect((await signIn(email, t.anonymous(), password)).status).toBe(401)
      const body = { token: tokens[1] ?? '', newPassword: PASSWORD }
      expect((await t.anonymous().call(passwordReset.resetPassword, { body })).status).toBe(200)
      expect((await signIn(email)).status).toBe(200)
    },
  )

  it('keeps the password of an account that was used before verification was required', async () => {
    const email = newAddress()
    await t.settings({ user_verification: false })
    expect((await signUp(email)).body.user).toMatchObject({ email })
    await t.settings({ user_verification: null })
    await signUp(email, { password: 'what a stranger chose', name: 'Stranger' })
    const [message, ...others] = await emailsTo(email)
    expect([message?.subject, others]).toEqual(['You already have an account with Coffer', []])
    // The right password sends the email with the link again.
    expect((await signIn(email)).status).toBe(401)
    const [verification] = await emailsTo(email)
    expect((await verify(tokenIn(verification ?? ({} as never)))).status).toBe(200)
    expect((await signIn(email)).status).toBe(200)
  })

  it('sends the email in the language of the form', async () => {
    const email = newAddress()
    const body = { name: 'Ana', email, password: PASSWORD }
    await t.anonymous().send('POST', auth.signUp.path, body, {
      headers: { 'accept-language': 'es' },
    })
    expect((await emailsTo(email))[0]?.subject).toBe('Confirma tu correo para Coffer')
  })

  it('does not put the name into the email, because a stranger may have chosen it', async () => {
    const email = newAddress()
    await signUp(email, { name: 'Buy cheap at evil.test' })
    const [message] = await emailsTo(email)
    expect(`${message?.text}${message?.html}${message?.subject}`).not.toContain('evil')
  })
})

// A5
describe('a verification link', () => {
  async function verificationTokenFor(email: string) {
    await signUp(email)
    const [message] = await emailsTo(email)
    return tokenIn(message ?? ({} as never))
  }
  const expectExpired = async (token: string) => {
    const { status, body } = await verify(token)
    expect([status, body.code]).toEqual([410, 'auth.link_expired'])
  }

  it('works once and cannot be forged', async () => {
    const token = await verificationTokenFor(newAddress())
    await expectExpired(`${token}x`)
    await expectExpired(token.split('.')[0] ?? '')
    const both = await Promise.all([verify(token), verify(token)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    await expectExpired(token)
  })

  it('expires after a day', async () => {
    const app = await createTestApp({ config: { mail: readConfig({ SMTP_URL: mail.url }).mail } })
    const email = newAddress()
    const body = { name: 'Late', email, password: PASSWORD }
    await app.anonymous().call(auth.signUp, { body })
    await app.runJobs()
    const [message] = await mail.emailsTo(email)
    const token = tokenIn(message ?? ({} as never))
    app.advance(25 * 3_600_000)
    const reply = await app.anonymous().call(emailVerification.verifyEmail, { body: { token } })
    expect(reply.status).toBe(410)
    await app.close()
  })

  it('verifies only the email that it was sent to', async () => {
    const email = newAddress()
    const other = newAddress()
    const token = await verificationTokenFor(email)
    const { db } = t.deps
    await db.updateTable('users').set({ email: other }).where('email', '=', email).execute()
    await expectExpired(token)
    expect((await signIn(other)).status).toBe(401)
  })

  it('is stored neither in the database nor in the queue', async () => {
    const email = newAddress()
    await signUp(email)
    await t.runJobs()
    const [message] = await mail.emailsTo(email)
    const token = tokenIn(message ?? ({} as never))
    const [id = '', signature = ''] = token.split('.')
    const rows = await t.deps.db.selectFrom('email_links').selectAll().execute()
    expect(rows.map(row => row.id)).toContain(id)
    expect(JSON.stringify(rows)).not.toContain(signature)
  })

  it('is sent again on request, with the same answer for every email', async () => {
    const email = newAddress()
    await signUp(email)
    await emailsTo(email)
    const knownEmail = await emailOf(await t.signIn())
    const answers = []
    for (const address of [email, knownEmail, 'unknown@example.test'])
      answers.push(await requestVerificationEmail(address))
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      answers.map(() => [200, { status: true }]),
    )
    expect(await emailsTo(email)).toHaveLength(1)
    expect([await emailsTo(knownEmail), await emailsTo('unknown@example.test')]).toEqual([[], []])
  })

  it('is sent again at a limited rate', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 7; round += 1)
      statuses.push((await requestVerificationEmail('flooded@example.test')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})

describe('signing up by the link of an invitation', () => {
  async function invited() {
    const ann = await t.signIn()
    const email = newAddress()
    const team = await makeTeam(ann, 'Invited', [{ email, permission: 'can_view' }])
    const [message] = await emailsTo(email)
    const [, id = '', token = ''] =
      /team-folder-invitation\/([\w-]+)\?token=([\w-]+)/.exec(message?.text ?? '') ?? []
    return { ann, team, email, invitation: { id, token } }
  }

  it('verifies the email and signs the user in at once', async () => {
    const { email, invitation } = await invited()
    const client = t.anonymous()
    const reply = await signUp(email, { invitation }, client)
    expect(reply.body.user).toMatchObject({ email })
    const path = `/api/teams/invitations/${invitation.id}`
    expect((await client.send('PUT', path)).status).toBe(200)
  })

  it('is possible while registration is closed, until the invitation is withdrawn or answered', async () => {
    const outcomes: string[] = []
    for (const end of ['none', 'withdrawn', 'declined']) {
      const { ann, team, email, invitation } = await invited()
      if (end === 'withdrawn')
        await ann.send('PUT', `/api/teams/folders/${team.id}`, { invitations: [] })
      if (end === 'declined')
        await t.deps.db
          .updateTable('team_invitations')
          .set({ status: end })
          .where('id', '=', invitation.id)
          .execute()
      await t.settings({ registration: false })
      const reply = await signUp(email, { invitation })
      await t.settings({ registration: true })
      outcomes.push(reply.status === 200 ? 'signed up' : reply.body.code)
    }
    expect(outcomes).toEqual(['signed up', 'auth.registration_closed', 'auth.registration_closed'])
  })

  it('verifies only the invited email', async () => {
    const { email, invitation } = await invited()
    for (const forged of [
      { ...invitation, token: 'A'.repeat(43) },
      { ...invitation, id: '0190a000-0000-7000-8000-000000000001' },
    ])
      expect((await signUp(email, { invitation: forged })).body).toEqual({ user: null })
    expect((await signUp(newAddress(), { invitation })).body).toEqual({ user: null })
    await t.runJobs()
  })
})

describe('where the admin turned email verification off', () => {
  beforeAll(() => t.settings({ user_verification: false }))
  afterAll(() => t.settings({ user_verification: null }))

  it('signs the user in at once, but refuses invitations until the email is verified', async () => {
    const ann = await t.signIn()
    const email = newAddress()
    await makeTeam(ann, 'Squatted', [{ email, permission: 'can_edit' }])
    const [message] = await emailsTo(email)
    const [, id = '', token = ''] =
      /team-folder-invitation\/([\w-]+)\?token=([\w-]+)/.exec(message?.text ?? '') ?? []
    const squatter = t.anonymous()
    expect((await signUp(email, {}, squatter)).body.user).toMatchObject({ email })
    const path = `/api/teams/invitations/${id}`
    for (const method of ['PUT', 'DELETE']) {
      const reply = await squatter.send(method, path)
      expect([reply.status, reply.body.code]).toEqual([403, 'auth.unverified'])
    }
    expect((await squatter.send('PUT', path, { token: 'made up' })).status).toBe(403)
    expect((await squatter.send('PUT', path, { token })).status).toBe(200)
  })
})

it('the first admin has a verified email from the start', async () => {
  const admin = await emailOf(await t.signIn('admin'))
  expect((await signIn(admin)).status).toBe(200)
})
