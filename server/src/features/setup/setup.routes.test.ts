import { account, auth, config, setup } from '@coffer/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { prepareInstallation } from './setup.service.ts'

const ADMIN = { name: 'Ada King', email: 'ada@example.test', password: 'correct horse battery' }
let t: TestApp
beforeEach(async () => {
  t = await createTestApp({ installed: false })
})
afterEach(() => t.close())

/** Returns the code that the server prints when it starts. */
async function printedCode(): Promise<string> {
  const line = (await prepareInstallation(t.deps, 'http://files.example.test')) ?? ''
  const link = /http:\/\/files\.example\.test\/setup-wizard\/status-check\?code=([0-9A-Z-]+)/
  return link.exec(line)?.[1] ?? ''
}
const createAdmin = async (change: object = {}, client = t.anonymous()) =>
  client.call(setup.createAdmin, { body: { code: await printedCode(), ...ADMIN, ...change } })
const admins = () => t.deps.db.selectFrom('users').where('role', '=', 'admin').selectAll().execute()
const installation = async () => (await t.anonymous().call(config.getConfig, {})).body.installation

describe('before the installation', () => {
  it('prints the same code at every start', async () => {
    const code = await printedCode()
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    expect(await printedCode()).toBe(code)
  })

  it('checks what Coffer needs', async () => {
    const reply = await t
      .anonymous()
      .call(setup.checkStatus, { body: { code: await printedCode() } })
    expect(reply.status).toBe(200)
    const results = reply.body.data.map(({ check, passed }: { check: string; passed: boolean }) => [
      check,
      passed,
    ])
    expect(results).toEqual(setup.CHECKS.map(check => [check, true]))
  })

  it('reports failed checks', async () => {
    t.deps.blobs.check = () => Promise.reject(new Error('No space left on device'))
    const reply = await t
      .anonymous()
      .call(setup.checkStatus, { body: { code: await printedCode() } })
    expect(reply.body.data).toContainEqual({
      check: 'storage',
      passed: false,
      state: 'failed',
      detail: 'No space left on device',
      remedy: 'storage_not_writable',
    })
  })

  it('creates the administrator, ends the installation and signs them in', async () => {
    const client = t.anonymous()
    expect(await installation()).toBe('installation-needed')
    const reply = await createAdmin({}, client)
    expect(reply.status).toBe(201)
    const user = (await client.call(account.getUser, {})).body.data
    expect(reply.body).toEqual({ data: { id: user.id, type: 'user' } })
    expect(user.attributes).toMatchObject({ role: 'admin', name: ADMIN.name, email: ADMIN.email })
    expect(await installation()).toBe('installation-done')
    const { email, password } = ADMIN
    const signedIn = await t.anonymous().call(auth.signIn, { body: { email, password } })
    expect(signedIn.status).toBe(200)
  })

  it('accepts the code in lower case and without dashes', async () => {
    const typed = (await printedCode()).toLowerCase().replaceAll('-', ' ')
    expect((await createAdmin({ code: typed })).status).toBe(201)
  })

  it.each([
    ['a wrong code', { code: 'AAAA-BBBB-CCCC' }, 403, 'setup.code_wrong'],
    ['an empty code', { code: ' ' }, 422, 'request.invalid'],
    ['no code', { code: undefined }, 422, 'request.invalid'],
    ['half a code', { code: '7KQ2' }, 403, 'setup.code_wrong'],
    ['a short password', { password: 'short' }, 422, 'request.invalid'],
    ['no address', { email: 'ada' }, 422, 'request.invalid'],
  ])('stays open after %s', async (_, change, status, code) => {
    const reply = await createAdmin(change)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(await admins()).toEqual([])
    expect(await installation()).toBe('installation-needed')
  })

  // A11
  it('limits wrong attempts, and accepts the right code afterwards', async () => {
    const guess = () => createAdmin({ code: 'AAAA-BBBB-CCCC' })
    for (let attempts = 0; attempts < 20; attempts += 1) expect((await guess()).status).toBe(403)
    const refused = await guess()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    t.advance(15 * 60_000)
    expect((await createAdmin()).status).toBe(201)
  })

  it('requires a session for other calls', async () => {
    expect((await t.anonymous().call(account.getUser, {})).status).toBe(401)
    expect((await t.anonymous().send('POST', '/api/setup/anything', {})).status).toBe(404)
  })
})

// A11
describe('concurrent installations', () => {
  it('create one administrator', async () => {
    const replies = await Promise.all(
      [1, 2, 3, 4].map(n => createAdmin({ email: `admin-${n}@example.test` })),
    )
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 410, 410, 410])
    const administrators = await admins()
    expect(administrators).toHaveLength(1)
    const winner = replies.find(reply => reply.status === 201)
    expect(administrators[0]?.id).toBe(winner?.body.data.id)
    expect(await t.deps.db.selectFrom('items').selectAll().execute()).toHaveLength(1)
  })
})

// A11
describe('after the installation', () => {
  it('every setup call answers 410, even with the right code', async () => {
    const code = await printedCode()
    await createAdmin()
    for (const [method, path] of [
      ['POST', '/api/setup/admin-setup'],
      ['POST', '/admin-setup'],
      ['POST', '/api/setup/status-check'],
      ['GET', '/api/setup/status-check'],
      ['POST', '/api/setup/database'],
      ['POST', '/api/setup/environment-setup'],
      ['PUT', '/api/setup/anything'],
    ] as const) {
      const body = method === 'GET' ? undefined : { code, ...ADMIN, email: 'second@example.test' }
      const reply = await t.anonymous().send(method, path, body)
      expect([path, reply.status, reply.body.code]).toEqual([path, 410, 'setup.closed'])
    }
    expect(await admins()).toHaveLength(1)
  })

  it('prints no code', async () => {
    await createAdmin()
    expect(await prepareInstallation(t.deps, 'http://files.example.test')).toBeUndefined()
  })

  it('stays closed when a setting is changed', async () => {
    await createAdmin()
    await t.settings({ app_title: 'Our files' })
    expect((await createAdmin({ email: 'second@example.test' })).status).toBe(410)
  })
})

describe('installation from the environment', () => {
  it('creates the administrator once, even when several processes start', async () => {
    const deps = { ...t.deps, config: { ...t.deps.config, admin: ADMIN } }
    const starts = [1, 2, 3].map(() => prepareInstallation(deps, 'http://files.example.test'))
    expect(await Promise.all(starts)).toEqual([undefined, undefined, undefined])
    await prepareInstallation(deps, 'http://files.example.test')
    expect(await admins()).toMatchObject([{ email: ADMIN.email, name: ADMIN.name }])
    expect((await createAdmin({ code: 'any' })).status).toBe(410)
    const { email, password } = ADMIN
    expect((await t.anonymous().call(auth.signIn, { body: { email, password } })).status).toBe(200)
  })

  it('changes nothing on an installed server', async () => {
    await createAdmin()
    const other = { ...ADMIN, email: 'other@example.test' }
    const deps = { ...t.deps, config: { ...t.deps.config, admin: other } }
    await prepareInstallation(deps, 'http://files.example.test')
    expect(await admins()).toMatchObject([{ email: ADMIN.email }])
  })
})
