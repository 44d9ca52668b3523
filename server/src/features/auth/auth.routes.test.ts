import { account, auth } from '@coffer/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { newPerson, PASSWORD } from '../../../test/people.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { createAuth } from './better-auth.ts'

const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const signUp = (person = newPerson(), client = t.anonymous()) =>
  client.call(auth.signUp, { body: person })
const signIn = (email: string, password = PASSWORD, client = t.anonymous()) =>
  client.call(auth.signIn, { body: { email, password } })
const me = (client: TestClient) => client.call(account.getUser, {})

describe('signing in', () => {
  it('creates a session and ignores the case of the email', async () => {
    const person = newPerson()
    await signUp(person)
    const client = t.anonymous()
    const reply = await signIn(person.email.toUpperCase(), PASSWORD, client)
    expect([reply.status, reply.body.user.email]).toEqual([200, person.email])
    expect((await me(client)).status).toBe(200)
  })

  it.each(['пример@почта.рф', 'josé@müller.example'])('accepts the email %s', async email => {
    const person = { ...newPerson(), email }
    expect((await signUp(person)).body).toMatchObject({ user: { email } })
    const client = t.anonymous()
    expect((await signIn(email.toUpperCase(), PASSWORD, client)).status).toBe(200)
    expect((await me(client)).body.data.attributes.email).toBe(email)
    expect((await signIn(email, 'not the password')).body.code).toBe('auth.credentials')
    const substitute = `${Buffer.from(email).toString('hex')}@stand-in.invalid`
    expect((await signIn(substitute)).body.code).toBe('auth.credentials')
  })

  // A4
  it('does not reveal whether an email has an account', async () => {
    const person = newPerson()
    await signUp(person)
    const answers = [
      await signIn(person.email, 'not the password'),
      await signIn('unknown@example.test', 'not the password'),
    ].map(({ status, body }) => ({ status, ...body, request_id: '' }))
    expect(answers[0]).toMatchObject({ status: 401, code: 'auth.credentials' })
    expect(answers[0]).toEqual(answers[1])
    const long = [person.email, 'unknown@example.test'].map(email => signIn(email, 'x'.repeat(129)))
    expect((await Promise.all(long)).map(reply => reply.status)).toEqual([422, 422])
  })

  // A4
  it('does the same work for an unknown email as for a known one', async () => {
    const person = newPerson()
    await signUp(person)
    const work: Record<string, number> = { known: 0, unknown: 0 }
    for (let round = 0; round < 15; round += 1)
      for (const [kind, email] of Object.entries({ known: person.email, unknown: 'no@a.test' })) {
        await t.deps.db.deleteFrom('rate_limits').execute()
        // CPU time of this process, which other processes do not distort as they do wall-clock time.
        const before = process.cpuUsage()
        await signIn(email, 'not the password')
        const { user, system } = process.cpuUsage(before)
        work[kind] = (work[kind] ?? 0) + user + system
      }
    const ratio = (work.unknown ?? 0) / (work.known ?? 0)
    // Without a hash the ratio would be about 0.1. `npm run timing` measures wall-clock time.
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  it('rejects a form of another site', async () => {
    const person = newPerson()
    await signUp(person)
    const reply = await t.anonymous().send('POST', auth.signIn.path, undefined, {
      headers: {
        origin: 'https://evil.test',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `email=${person.email}&password=${encodeURIComponent(PASSWORD)}`,
    })
    expect([reply.status, reply.body.code]).toEqual([403, 'request.csrf'])
    expect(reply.headers.getSetCookie()).toEqual([])
  })

  it('answers 404 for the other paths of Better Auth', async () => {
    const client = await t.signIn()
    for (const path of ['/update-user', '/delete-user', '/get-session', '/error', '/ok'])
      for (const method of ['GET', 'POST']) {
        const reply = await client.send(
          method,
          `/api/auth${path}`,
          method === 'POST' ? {} : undefined,
        )
        expect([path, reply.status]).toEqual([path, 404])
      }
  })
})

it('has every table and column that Better Auth requires', async () => {
  const options = { basePath: '/api/auth', clientIpHeader: 'x-ip', origin: 'http://localhost' }
  const context = await createAuth(t.deps, options).$context
  await expect(Promise.resolve(context.explicitSchemaCheck?.())).resolves.toBeUndefined()
})
