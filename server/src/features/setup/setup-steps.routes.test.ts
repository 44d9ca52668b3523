import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setup } from '@coffer/contract'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { createMailServer } from '../../../test/mail-server.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { setUpFromFile } from '../../cli/setup-command.ts'
import { readConfig } from '../../config.ts'
import { hmac } from '../../lib/signing.ts'
import { readSecret, readSettings } from '../settings/index.ts'
import { prepareInstallation } from './setup.service.ts'
import { codeFrom } from './setup-code.rules.ts'

const ADMIN = { name: 'Ada King', email: 'ada@example.test', password: 'correct horse battery' }
let t: TestApp
let code: string
beforeEach(async () => {
  t = await createTestApp({ installed: false })
  code = codeFrom(hmac(t.deps.secret, 'setup-code', ''))
})
afterEach(() => t.close())

const post = (path: string, body: object = {}) =>
  t.anonymous().send('POST', `/api/setup/${path}`, { code, ...body })
const progress = async () => (await post('progress')).body.data
const stateOf = async (step: string) =>
  (await progress()).steps.find((row: { step: string }) => row.step === step).state

describe('the steps', () => {
  it('are all open at first, and need the code', async () => {
    const { steps } = await progress()
    expect(steps.map(({ step }: { step: string }) => step)).toEqual(setup.STORED_STEPS)
    for (const path of ['progress', 'purchase-code', 'environment-setup', 'app-setup']) {
      const refused = await t
        .anonymous()
        .send('POST', `/api/setup/${path}`, { code: 'AAAA-BBBB-CCCC', skip: true })
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'setup.code_wrong'])
    }
  })

  it('count wrong codes that are sent by the WebSocket of the status check, too', async () => {
    const send = (text: string) =>
      new Promise<number | string>((resolve, reject) => {
        const { origin } = t
        const url = origin.replace('http', 'ws') + setup.SETUP_SOCKET_PATH
        const socket = new WebSocket(url, { headers: { origin } })
        socket.on('open', () => socket.send(text))
        socket.on('message', data => resolve(String(data)))
        socket.on('close', resolve)
        socket.on('error', reject)
      })
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect(await send(code)).toBe('ready')
      expect(await send('AAAA-BBBB-CCCC')).toBe(4403)
    }
    expect(await send(code)).toBe(4403)
    expect((await post('progress')).status).toBe(429)
  })

  it('store the purchase code encrypted, and keep it when skipped later', async () => {
    const key = 'coffer-licence-key-4f2a'
    const stored = await post('purchase-code', { purchase_code: key })
    expect(stored.body.data.purchase_code).toEqual({ is_set: true, ends_in: '4f2a' })
    expect(
      JSON.stringify(await t.deps.db.selectFrom('secrets').selectAll().execute()),
    ).not.toContain(key)
    await post('purchase-code')
    expect(await stateOf('purchase-code')).toBe('done')
    expect(await readSecret(t.deps, 'purchase_code')).toBe(key)
  })

  it('can be skipped', async () => {
    await post('purchase-code')
    await post('environment-setup', { skip: true })
    await post('app-setup', { skip: true })
    for (const step of ['purchase-code', 'environment', 'app-setup'])
      expect(await stateOf(step)).toBe('skipped')
  })

  it('store the settings of the app, and report invalid ones by field', async () => {
    const invalid = await post('app-setup', { app_title: '', app_color: 'green' })
    expect(invalid.status).toBe(422)
    expect(Object.keys(invalid.body.errors)).toEqual(['app_title', 'app_color'])
    expect(await stateOf('app-setup')).toBe('open')
    const values = {
      app_title: 'Harbour files',
      app_color: '#224466',
      registration: false,
      storage_limitation: true,
      default_max_storage_amount: 20_000_000_000,
      language: 'es',
      timezone: 'Europe/Madrid',
    }
    const saved = await post('app-setup', values)
    expect(saved.body.data.values).toMatchObject(values)
    expect(await readSettings(t.deps.db)).toMatchObject(values)
    expect(await stateOf('app-setup')).toBe('done')
  })

  it('test the mail server before it is stored, and never return its password', async () => {
    const mail = await createMailServer()
    try {
      const { hostname, port } = new URL(mail.url)
      const values = {
        mail_driver: 'smtp',
        smtp_host: hostname,
        smtp_port: Number(port),
        smtp_encryption: 'none',
      }
      const test = await post('environment-setup/test', { ...values, to: 'ada@example.test' })
      expect(test.body.data).toMatchObject({ is_sent: true, to: 'ada@example.test' })
      expect(await stateOf('environment')).toBe('open')
      const saved = await post('environment-setup', { ...values, smtp_password: 'very secret' })
      expect(saved.body.data).toMatchObject({ values, has_smtp_password: true })
      expect(JSON.stringify(await progress())).not.toContain('very secret')
    } finally {
      await mail.close()
    }
  })

  it('store a logo, but nothing that is no picture and nothing without the code', async () => {
    const upload = (file: Blob, typed = code) => {
      const form = new FormData()
      form.set('code', typed)
      form.set('file', file, 'logo.svg')
      return t.anonymous().send('POST', '/api/setup/logos/app_logo', form)
    }
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    expect((await upload(new Blob([drawing]), 'AAAA-BBBB-CCCC')).status).toBe(403)
    expect((await upload(new Blob(['text']))).status).toBe(422)
    expect((await progress()).logos.app_logo).toBeNull()
    const stored = await upload(new Blob([drawing]))
    expect(stored.status).toBe(200)
    expect((await progress()).logos.app_logo).toBe(stored.body.data.url)
    expect((await t.anonymous().fetch(stored.body.data.url)).headers.get('content-type')).toBe(
      'image/png',
    )
  })

  it('need a host for a mail server', async () => {
    const refused = await post('environment-setup', { mail_driver: 'smtp', smtp_host: null })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['smtp_host']])
  })

  it('are closed after the installation', async () => {
    await post('admin-setup', ADMIN)
    for (const path of [
      'progress',
      'purchase-code',
      'database',
      'database/test',
      'environment-setup',
      'environment-setup/test',
      'app-setup',
      'admin-setup',
      'status-check',
    ])
      expect([path, (await post(path)).status]).toEqual([path, 410])
    expect((await t.anonymous().send('GET', setup.SETUP_SOCKET_PATH)).status).toBe(410)
  })
})

describe('the status check', () => {
  const check = async (name: string, body: object) =>
    (await post('status-check', body)).body.data.find(
      ({ check: found }: { check: string }) => found === name,
    )

  it('finds an address that the proxy hides', async () => {
    expect(await check('address', { origin: 'https://files.example.test' })).toMatchObject({
      passed: true,
      state: 'warning',
      remedy: 'trust_proxy',
    })
    expect(await check('address', { origin: t.origin })).toMatchObject({ state: 'passed' })
  })

  it('finds a wrong clock', async () => {
    const now = t.deps.now().getTime() + 10 * 60_000
    expect(await check('clock', { now })).toMatchObject({ state: 'warning', remedy: 'clock_off' })
    expect(await check('clock', { now: t.deps.now().getTime() })).toMatchObject({ state: 'passed' })
  })
})

describe('from the environment', () => {
  it('names the values and secrets that it sets, which the steps can not store', async () => {
    const { mail, storage } = readConfig({
      MAIL_FROM: 'Files <files@example.test>',
      S3_REGION: 'eu-west-9',
      S3_SECRET_ACCESS_KEY: 'key',
    })
    const app = await createTestApp({ installed: false, config: { mail, storage } })
    onTestFinished(app.close)
    const send = (path: string, body: object) => {
      const appCode = codeFrom(hmac(app.deps.secret, 'setup-code', ''))
      return app.anonymous().send('POST', `/api/setup/${path}`, { code: appCode, ...body })
    }
    const locked = ['mail_from_address', 'mail_from_name', 's3_region', 's3_secret_access_key']
    expect((await send('progress', {})).body.data.locked).toEqual(locked)
    const sent = Object.fromEntries(locked.map(name => [name, 'a@example.test']))
    const refused = await send('environment-setup', sent)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, locked])
    const values = { mail_driver: 'smtp', smtp_host: 'mail.example.test' }
    expect((await send('environment-setup', values)).status).toBe(200)
  })

  const env = {
    ADMIN_NAME: ADMIN.name,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    SETUP_PURCHASE_CODE: 'coffer-licence-key-4f2a',
    SETUP_APP_TITLE: 'Harbour files',
    SETUP_APP_COLOR: '#224466',
    SETUP_REGISTRATION: 'false',
    SETUP_DEFAULT_STORAGE_GB: '20',
    SETUP_DEFAULT_TEAM_MEMBERS: '-1',
    SETUP_LANGUAGE: 'es',
    SETUP_TIMEZONE: 'Europe/Madrid',
  }

  it('stores every setting together with the administrator', async () => {
    const { admin, setup: values } = readConfig(env)
    const deps = { ...t.deps, config: { ...t.deps.config, admin, setup: values } }
    expect(await prepareInstallation(deps, 'http://files.example.test')).toBeUndefined()
    expect(await readSettings(t.deps.db)).toMatchObject({
      app_title: 'Harbour files',
      app_color: '#224466',
      registration: false,
      default_max_storage_amount: 20_000_000_000,
      default_max_team_member: -1,
      language: 'es',
      timezone: 'Europe/Madrid',
    })
    expect(await readSecret(t.deps, 'purchase_code')).toBe('coffer-licence-key-4f2a')
  })

  it.each([
    ['SETUP_APP_COLOR', 'green'],
    ['SETUP_DEFAULT_STORAGE_GB', 'much'],
    ['SETUP_TIMEZONE', 'Nowhere/Land'],
    ['SETUP_SUBSCRIPTION_TYPE', 'free'],
  ])('names an invalid %s', (name, value) => {
    expect(() => readConfig({ ...env, [name]: value })).toThrow(name)
  })
})

describe('from a file', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coffer-setup-file-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function fileWith(content: unknown): Promise<string> {
    const file = join(folder, 'setup.json')
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }
  const users = () => t.deps.db.selectFrom('users').select('email').execute()

  it('does what the wizard does', async () => {
    const file = await fileWith({
      purchase_code: 'coffer-licence-key-4f2a',
      environment: { mail_driver: 'smtp', smtp_host: 'mail.example.test', smtp_password: 'secret' },
      app: { app_title: 'Harbour files', registration: false },
      admin: ADMIN,
    })
    expect(await setUpFromFile(t.deps, file)).toContain(ADMIN.email)
    expect(await readSettings(t.deps.db)).toMatchObject({
      app_title: 'Harbour files',
      registration: false,
      smtp_host: 'mail.example.test',
    })
    expect(await readSecret(t.deps, 'smtp_password')).toBe('secret')
    expect(await users()).toEqual([{ email: ADMIN.email }])
    await expect(setUpFromFile(t.deps, file)).rejects.toThrow('already set up')
  })

  it.each([
    ['text', 'password=hidden', 'it is not JSON'],
    ['a list', '[]', 'the file'],
    ['another product’s settings', { name: 'shop', version: 3, admin: ADMIN }, 'name'],
    ['an unknown setting', { app: { app_colour: '#000000' }, admin: ADMIN }, 'app_colour'],
    ['no administrator', { app: { app_title: 'Files' } }, 'admin'],
    ['a short password', { admin: { ...ADMIN, password: 'hidden' } }, 'admin.password'],
    ['a common password', { admin: { ...ADMIN, password: 'password123' } }, 'password'],
    ['a huge file', ' '.repeat(70_000), 'larger than 64 kB'],
    ['a database of another kind', { database: { connection: 'mysql' }, admin: ADMIN }, 'database'],
    [
      'an unknown field of a database',
      { database: { connection: 'sqlite', encription: 'verified' }, admin: ADMIN },
      'encription',
    ],
  ])('refuses %s and names the reason', async (_, content, reason) => {
    const failure = await setUpFromFile(t.deps, await fileWith(content)).catch(error => error)
    expect(failure.name).toBe('CommandError')
    expect(failure.message).toContain(reason)
    expect(failure.message).not.toContain('hidden')
    expect(await users()).toEqual([])
  })

  it('refuses a folder and a missing file', async () => {
    await expect(setUpFromFile(t.deps, folder)).rejects.toThrow('it is not a file')
    await expect(setUpFromFile(t.deps, join(folder, 'none'))).rejects.toThrow('no such file')
  })
})
