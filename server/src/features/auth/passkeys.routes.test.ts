import { account, auth, passkeys } from '@coffer/contract'
import { CLOSE_SIGNED_OUT } from '@coffer/contract/live'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../../test/authenticator.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { createTestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { turnOnTwoFactor } from '../../../test/two-factor.ts'

const PASSWORD = 'correct horse battery'
const t = await openTestApp()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

type Authenticator = ReturnType<typeof createAuthenticator>
const me = (client: TestClient) => client.call(account.getUser, {})
const list = async (client: TestClient): Promise<passkeys.Passkey[]> =>
  (await client.call(passkeys.listPasskeys, {})).body.data
const begin = (client: TestClient, password = PASSWORD) =>
  client.call(passkeys.beginAddingPasskey, { body: { password } })

async function add(client: TestClient, more: { name?: string; isVerified?: boolean } = {}) {
  const { name, isVerified = true } = more
  const authenticator = createAuthenticator(t.origin)
  const { challenge } = (await begin(client)).body
  const response = authenticator.register({ challenge, isVerified })
  const reply = await client.call(passkeys.addPasskey, {
    body: name === undefined ? { response } : { response, name },
  })
  return { authenticator, reply }
}
async function beginChallenge(client: TestClient): Promise<string> {
  return (await client.call(passkeys.beginPasskeySignIn, {})).body.challenge
}
async function signInBy(authenticator: Authenticator, more = {}, client = t.anonymous()) {
  const response = authenticator.sign({ challenge: await beginChallenge(client), ...more })
  return {
    client,
    response,
    reply: await client.call(passkeys.signInByPasskey, { body: { response } }),
  }
}

describe('adding a passkey', () => {
  it('requires the password', async () => {
    const ann = await t.signIn()
    const reply = await begin(ann, 'not the password')
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['password']])
    for (let attempts = 0; attempts < 9; attempts += 1) await begin(ann, 'not the password')
    expect((await begin(ann)).status).toBe(429)
  })

  it('binds it to this server and requires user verification', async () => {
    const ann = await t.signIn()
    await t.settings({ app_title: 'Acme: files' })
    const { rp, authenticatorSelection, challenge } = (await begin(ann)).body
    await t.settings({ app_title: 'Coffer' })
    expect(rp).toEqual({ id: '127.0.0.1', name: 'Acme: files' })
    expect(authenticatorSelection).toMatchObject({
      userVerification: 'required',
      residentKey: 'required',
    })
    expect(challenge).toMatch(/^[\w-]{20,}$/)
  })

  it('uses the chosen name, or a default name', async () => {
    const ann = await t.signIn()
    const { reply } = await add(ann, { name: 'My key' })
    expect(reply.status).toBe(200)
    expect(reply.body.data.attributes).toMatchObject({ name: 'My key', last_used_at: null })
    await add(ann)
    expect((await list(ann)).map(({ attributes }) => attributes.name)).toEqual([
      'My key',
      'Passkey',
    ])
  })

  it('rejects one without user verification, and one for another origin', async () => {
    const ann = await t.signIn()
    const { reply } = await add(ann, { isVerified: false })
    expect([reply.status, reply.body.code]).toEqual([422, 'auth.passkey_refused'])
    const authenticator = createAuthenticator(t.origin)
    const { challenge } = (await begin(ann)).body
    const response = authenticator.register({ challenge, origin: 'https://evil.test' })
    const foreign = await ann.call(passkeys.addPasskey, { body: { response } })
    expect(foreign.status).toBeGreaterThanOrEqual(400)
    expect(await list(ann)).toEqual([])
  })

  it('accepts each challenge once, and only from its user', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const authenticator = createAuthenticator(t.origin)
    const { challenge } = (await begin(ann)).body
    const body = { response: authenticator.register({ challenge }) }
    const stolen = ann.cookies.get('coffer.passkey') ?? ''
    bob.cookies.set('coffer.passkey', stolen)
    expect((await bob.call(passkeys.addPasskey, { body })).status).toBeGreaterThanOrEqual(400)
    expect((await ann.call(passkeys.addPasskey, { body })).body.code).toBe('auth.passkey_refused')
    expect([...(await list(ann)), ...(await list(bob))]).toEqual([])
  })
})

describe('signing in by a passkey', () => {
  it('creates a session without an email, and records the use', async () => {
    const ann = await t.signIn()
    const { authenticator } = await add(ann)
    const { client, reply } = await signInBy(authenticator)
    expect([reply.status, reply.body.user.id]).toEqual([200, ann.userId])
    expect((await me(client)).body.data.id).toBe(ann.userId)
    expect((await client.call(auth.signOut, {})).status).toBe(204)
    expect((await list(ann))[0]?.attributes.last_used_at).not.toBe(null)
  })

  it('ends the previous session', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const { authenticator } = await add(ann)
    await signInBy(authenticator, {}, bob)
    expect((await me(bob)).body.data.id).toBe(ann.userId)
    const left = t.deps.db.selectFrom('sessions').selectAll().where('user_id', '=', bob.userId)
    expect(await left.execute()).toEqual([])
  })

  it('counts as both factors, and is refused without user verification', async () => {
    const ann = await t.signIn()
    const { authenticator } = await add(ann)
    await turnOnTwoFactor(ann)
    const unverified = await signInBy(authenticator, { isVerified: false })
    expect([unverified.reply.status, unverified.reply.body.code]).toEqual([
      422,
      'auth.passkey_refused',
    ])
    expect((await me(unverified.client)).status).toBe(401)
    const verified = await signInBy(authenticator)
    expect((await me(verified.client)).status).toBe(200)
  })

  it('accepts an assertion once, for its own origin, by a known passkey', async () => {
    const ann = await t.signIn()
    const { authenticator } = await add(ann)
    const { client, response } = await signInBy(authenticator)
    const again = await client.call(passkeys.signInByPasskey, { body: { response } })
    expect(again.status).toBeGreaterThanOrEqual(400)
    for (const { reply } of [
      await signInBy(authenticator, { origin: 'https://evil.test' }),
      await signInBy(authenticator, { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
      await signInBy(createAuthenticator(t.origin)),
    ])
      expect([reply.status, reply.body.code]).toEqual([422, 'auth.passkey_refused'])
  })

  it('is recorded when it is refused', async () => {
    const ann = await t.signIn()
    const { authenticator } = await add(ann)
    await signInBy(authenticator, { origin: 'https://evil.test' })
    const entries = await t.deps.db
      .selectFrom('audit_entries')
      .select('after')
      .where('target_id', '=', ann.userId)
      .where('action', '=', 'sign_in.refused')
      .execute()
    expect(entries.map(({ after }) => JSON.parse(String(after)))).toEqual([{ service: 'Passkey' }])
  })
})

describe('a passkey', () => {
  it('can be renamed and removed by its owner only, and gives no access afterwards', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const { authenticator, reply } = await add(ann)
    const { id } = reply.body.data
    const rename = (client: TestClient) =>
      client.call(passkeys.renamePasskey, { body: { id, name: 'Blue key' } })
    const remove = (client: TestClient, password = PASSWORD) =>
      client.call(passkeys.removePasskey, { body: { id, password } })
    expect((await remove(ann, 'not the password')).status).toBe(422)
    for (const refused of [await rename(bob), await remove(bob)])
      expect([refused.status, refused.body.code]).toEqual([404, 'auth.passkey_not_found'])
    expect((await rename(ann)).body.data.attributes.name).toBe('Blue key')
    expect(await list(bob)).toEqual([])
    expect((await remove(ann)).body).toEqual({ status: true })
    expect(await list(ann)).toEqual([])
    expect((await signInBy(authenticator)).reply.body.code).toBe('auth.passkey_refused')
  })

  it('ends every other session when it is removed', async () => {
    const ann = await t.signIn()
    const { authenticator, reply } = await add(ann)
    const { client: thief } = await signInBy(authenticator)
    const page = await openPage(thief)
    const body = { id: reply.body.data.id, password: PASSWORD }
    expect((await ann.call(passkeys.removePasskey, { body })).status).toBe(200)
    expect(await page.closed).toBe(CLOSE_SIGNED_OUT)
    expect([(await me(thief)).status, (await me(ann)).status]).toEqual([401, 200])
  })

  it('is bound to the configured host, whatever the request says', async () => {
    const app = await createTestApp({ config: { appUrl: 'https://files.example.test' } })
    const client = app.anonymous()
    const { rpId, userVerification } = (await client.call(passkeys.beginPasskeySignIn, {})).body
    expect([rpId, userVerification]).toEqual(['files.example.test', 'required'])
    await app.close()
  })
})
