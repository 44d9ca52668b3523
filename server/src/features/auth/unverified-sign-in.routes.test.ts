import { auth, emailVerification } from '@coffer/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { tokenIn } from '../../../test/mail-server.ts'
import { openMailApp } from '../../../test/open-test-app.ts'
import { newPerson, PASSWORD } from '../../../test/people.ts'
import { emailOf } from '../../../test/teams.ts'
import { verifyAfterRefusedSignIn } from '../email-verification/index.ts'

const { t, mail } = await openMailApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const signIn = (email: string, password = PASSWORD, client = t.anonymous()) =>
  client.call(auth.signIn, { body: { email, password } })
async function signUp(email: string, password = PASSWORD): Promise<void> {
  const body = { name: 'New User', email, password }
  expect((await t.anonymous().call(auth.signUp, { body })).status).toBe(200)
  await t.runJobs()
  await mail.emailsTo(email)
}
async function emailsTo(email: string) {
  await t.runJobs()
  return mail.emailsTo(email)
}

describe('signing in where emails have to be verified', () => {
  // A4
  it('does not reveal after a sign-up whether the email was free', async () => {
    const free = newPerson().email
    const taken = await emailOf(await t.signIn())
    const guess = 'Taubenschlag 1874'
    await signUp(free, guess)
    await signUp(taken, guess)
    const replies = [
      await signIn(free, guess),
      await signIn(taken, guess),
      await signIn('unknown@example.test', guess),
      await signIn(free, 'another one'),
    ]
    const answers = replies.map(({ status, body, headers }) => ({
      status,
      ...body,
      request_id: '',
      headers: [...headers.keys()].sort(),
    }))
    expect(answers[0]).toMatchObject({ status: 401, code: 'auth.credentials_or_unverified' })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  // A4
  it('needs the same statements for an unverified email as for a wrong password', async () => {
    const free = newPerson().email
    const taken = await emailOf(await t.signIn())
    await signUp(free)
    const statementsWithWrongPassword = async (email: string) => {
      await t.deps.db.deleteFrom('rate_limits').execute()
      const queries = await t.countQueries(() => signIn(email, 'not the password'))
      return queries.map(query => query.slice(0, 40))
    }
    const statementsWithPassword = async (email: string) => {
      await t.deps.db.deleteFrom('rate_limits').execute()
      const queries = await t.countQueries(() => signIn(email))
      return queries.map(query => query.slice(0, 40))
    }
    expect(await statementsWithPassword(free)).toEqual(await statementsWithWrongPassword(taken))
    await t.runJobs()
  })

  it('sends the verification email again only after the right password', async () => {
    const free = newPerson().email
    const taken = await emailOf(await t.signIn())
    await signUp(free)
    await signIn(free, 'not the password')
    await signIn(taken, 'not the password')
    expect([await emailsTo(free), await emailsTo(taken)]).toEqual([[], []])
    await signIn(free)
    const [message] = await emailsTo(free)
    const body = { token: tokenIn(message ?? ({} as never)) }
    expect((await t.anonymous().call(emailVerification.verifyEmail, { body })).status).toBe(200)
    expect((await signIn(free)).status).toBe(200)
  })

  it('limits the emails to one address', async () => {
    const email = newPerson().email
    await signUp(email)
    for (let round = 0; round < 8; round += 1) expect((await signIn(email)).status).toBe(401)
    // The limit is five an hour, and the sign-up sent one.
    expect(await emailsTo(email)).toHaveLength(4)
  })

  it('counts the emails of refusals at the same moment', async () => {
    const email = newPerson().email
    await signUp(email)
    const refused = { knewPassword: true, email, language: 'en' } as const
    const { signal } = new AbortController()
    const jobs = Array.from({ length: 12 }, () =>
      verifyAfterRefusedSignIn.run(t.deps, refused, { signal }),
    )
    await Promise.all(jobs)
    expect(await emailsTo(email)).toHaveLength(4)
  })
})
