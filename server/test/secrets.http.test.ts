import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { type Endpoint, gatewaySettings, pathOf, SECRET_NAMES, settings } from '@coffer/contract'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { exportSettings } from '../src/features/settings/index.ts'
import { endpoints, nameOf, sendBy, variantsOf } from './endpoints.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Marks every secret of this server. */
const MARKER = 'secret-marker-0123456789abcdef0123456789abcdef'
const SECRETS = {
  APP_SECRET: MARKER,
  APP_SECRET_PREVIOUS: MARKER,
  // Only the compose files read it, and pass it to the server with the other variables.
  POSTGRES_PASSWORD: MARKER,
  DATABASE_URL: `postgres://coffer:${MARKER}@127.0.0.1:1/coffer`,
  SMTP_URL: `smtp://coffer:${MARKER}@127.0.0.1:1`,
  GOOGLE_CLIENT_SECRET: MARKER,
  GITHUB_CLIENT_SECRET: MARKER,
  FACEBOOK_CLIENT_SECRET: MARKER,
  RECAPTCHA_SECRET_KEY: MARKER,
  STRIPE_SECRET_KEY: MARKER,
  STRIPE_WEBHOOK_SECRET: MARKER,
  PAYPAL_CLIENT_SECRET: MARKER,
  PAYPAL_WEBHOOK_ID: MARKER,
  PAYSTACK_SECRET_KEY: MARKER,
  ADMIN_PASSWORD: MARKER,
  METRICS_TOKEN: MARKER,
  S3_SECRET_ACCESS_KEY: MARKER,
}
const OTHER_VARIABLES = {
  APP_URL: 'http://files.example.test',
  GOOGLE_CLIENT_ID: 'known-google',
  GITHUB_CLIENT_ID: 'known-github',
  FACEBOOK_CLIENT_ID: 'known-facebook',
  RECAPTCHA_SITE_KEY: 'known-site',
  // Nothing listens there, so that requests to it fail and are logged.
  RECAPTCHA_URL: 'http://127.0.0.1:1/recaptcha/api',
  ADMIN_EMAIL: 'admin@example.test',
}
const PAGE = '<html><head><link rel="icon" href="/icon.svg"></head><body></body></html>'

const ANYTHING = { id: 'a', token: 'a', locale: 'es', email: 'a@example.test', name: 'a' }

let t: TestApp
let webDist: string
let logged = ''
beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'coffer-web-'))
  await writeFile(join(webDist, 'index.html'), PAGE)
  const sink = new Writable({
    write(chunk, _, done) {
      logged += chunk
      done()
    },
  })
  const { dataDir: _, ...config } = readConfig({ ...SECRETS, ...OTHER_VARIABLES })
  t = await createTestApp({ config, webDist, log: pino({ level: 'trace' }, sink) })
})
afterAll(async () => {
  await t.close()
  await rm(webDist, { recursive: true, force: true })
})

it('the list of secrets is complete', async () => {
  const example = await readFile(join(import.meta.dirname, '../../.env.example'), 'utf8')
  const named = [...example.matchAll(/^# ?([A-Z\d_]+)=/gm)].map(([, name = '']) => name)
  const secret = named.filter(name => /SECRET|PASSWORD|TOKEN|SMTP_URL|DATABASE_URL/.test(name))
  expect(Object.keys(SECRETS)).toEqual(expect.arrayContaining(secret))
})

describe('no secret of the server is revealed', () => {
  const isOpen = (access: string) => access === 'public'

  it.each(
    endpoints
      .filter(({ access }) => isOpen(access))
      .map(endpoint => [nameOf(endpoint), endpoint] as const),
  )('by %s, with valid and invalid requests', async (_, endpoint) => {
    for (const variant of variantsOf(endpoint))
      for (const request of [
        {},
        {
          params: ANYTHING,
          query: ANYTHING,
          ...(endpoint.method !== 'GET' && { body: ANYTHING }),
        },
      ]) {
        const { body, headers } = await sendBy(t.anonymous(), endpoint, variant, request)
        expect(JSON.stringify(body) ?? '').not.toContain(MARKER)
        expect(JSON.stringify([...headers])).not.toContain(MARKER)
      }
  })

  it.each(['/', '/sign-in', '/user/profile', '/share/abc', '/api/docs', '/api/openapi.json'])(
    'by the page at %s',
    async path => {
      const response = await t.anonymous().fetch(path, { headers: { accept: 'text/html' } })
      expect(response.status).toBe(200)
      expect(await response.text()).not.toContain(MARKER)
    },
  )

  it('in the log after failures', async () => {
    await t.signIn()
    await t.anonymous().send('POST', '/api/auth/request-password-reset', {
      email: 'person-1@example.test',
    })
    await t.runJobs()
    await t.anonymous().send('POST', '/api/auth/sign-up/email', {
      name: 'Ann',
      email: 'ann@example.test',
      password: 'a long enough one',
      recaptcha: 'an answer',
    })
    // Requests to the mail server and the bot check have failed.
    expect(logged).toContain('The mail server did not take it')
    expect(logged).toContain('the bot check could not be made')
    expect(logged).not.toContain(MARKER)
  })
})

/** Marks every secret that an administrator has stored. */
const STORED = 'stored-marker-fedcba9876543210'

describe('no stored secret is revealed', () => {
  let app: TestApp
  let admin: TestClient
  let log = ''
  beforeAll(async () => {
    const sink = new Writable({
      write(chunk, _, done) {
        log += chunk
        done()
      },
    })
    const { recaptcha, gateways } = readConfig({
      RECAPTCHA_URL: 'http://127.0.0.1:1/recaptcha/api',
      STRIPE_URL: 'http://127.0.0.1:1',
      PAYPAL_URL: 'http://127.0.0.1:1',
      PAYSTACK_URL: 'http://127.0.0.1:1',
    })
    const config = { recaptcha, gateways }
    app = await createTestApp({ config, log: pino({ level: 'trace' }, sink) })
    admin = await app.signIn('admin')
    const reply = await admin.send('PATCH', settings.updateSettings.path, {
      values: {
        mail_driver: 'smtp',
        smtp_host: '127.0.0.1',
        smtp_port: 1,
        smtp_username: 'coffer',
        recaptcha_site_key: 'site',
        google_client_id: 'google',
        openid_issuer: 'http://127.0.0.1:1',
        openid_client_id: 'openid',
        paypal_client_id: 'paypal',
        subscription_type: 'fixed',
      },
      secrets: Object.fromEntries(SECRET_NAMES.map(name => [name, `${STORED}-${name}-tail`])),
    })
    expect(reply.status).toBe(200)
    expect(JSON.stringify(reply.body)).not.toContain(STORED)
  })
  afterAll(() => app.close())

  const isHarmless = ({ method, path }: Endpoint) =>
    method === 'GET' || path.startsWith('/api/admin/settings')

  it.each(endpoints.filter(isHarmless).map(endpoint => [nameOf(endpoint), endpoint] as const))(
    'by %s',
    async (_, endpoint) => {
      const known = { params: ANYTHING, query: ANYTHING }
      const full = endpoint.method === 'GET' ? known : { ...known, body: ANYTHING }
      const calls = variantsOf(endpoint).flatMap(variant =>
        [admin, app.anonymous()].flatMap(client =>
          [{}, full].map(request => sendBy(client, endpoint, variant, request)),
        ),
      )
      for (const { body, headers } of await Promise.all(calls))
        expect(`${JSON.stringify(body)} ${JSON.stringify([...headers])}`).not.toContain(STORED)
    },
  )

  it('by failing tests, their log and rejected changes', async () => {
    const tests = [
      [settings.testEmailSettings.path, {}],
      [settings.testRecaptcha.path, { token: 'x' }],
      [settings.testOpenid.path, {}],
      ...['stripe', 'paypal', 'paystack'].flatMap(gateway =>
        [gatewaySettings.checkGateway, gatewaySettings.registerWebhook].map(
          ({ path }) => [pathOf(path, { gateway }), {}] as const,
        ),
      ),
    ] as const
    for (const [path, body] of tests) {
      const answer = await admin.send('POST', path, body)
      expect([path, answer.status]).toEqual([path, 200])
      expect(JSON.stringify(answer.body)).not.toContain(STORED)
    }
    const rejected = await admin.send('PATCH', settings.updateSettings.path, {
      values: { trash_days: -1 },
      secrets: { smtp_password: `${STORED}-again\n` },
    })
    expect(rejected.status).toBe(422)
    expect(JSON.stringify(rejected.body)).not.toContain(STORED)
    await app.anonymous().send('POST', '/api/auth/request-password-reset', {
      email: 'person-1@example.test',
    })
    await app.runJobs()
    expect(log).toContain('The mail server did not take it')
    expect(log).not.toContain(STORED)
  })

  it('in the audit log and in the tables', async () => {
    const rows = [
      await app.deps.db.selectFrom('audit_entries').selectAll().execute(),
      await app.deps.db.selectFrom('settings').selectAll().execute(),
      await app.deps.db.selectFrom('secrets').selectAll().execute(),
    ]
    expect(JSON.stringify(rows)).toContain('settings.changed')
    expect(JSON.stringify(rows)).not.toContain(STORED)
  })

  it('in an export without secrets', async () => {
    const file = await exportSettings(app.deps, { withSecrets: false })
    expect(JSON.stringify(file)).toContain('smtp_host')
    expect(JSON.stringify(file)).not.toContain(STORED)
  })
})

it('an administrator’s logos are part of the page before it runs', async () => {
  await t.settings({ app_favicon: '/own "icon".png', app_logo: '/own-logo.png' })
  const response = await t.anonymous().fetch('/sign-in', { headers: { accept: 'text/html' } })
  const page = await response.text()
  expect(page).toContain('<link rel="icon" href="/own &quot;icon&quot;.png" />')
  expect(page).toContain('"main":"/own-logo.png"')
})
