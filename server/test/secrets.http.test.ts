import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { endpoints, nameOf, sendBy, variantsOf } from './endpoints.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Marks every secret of this server. */
const MARKER = 'secret-marker-0123456789abcdef0123456789abcdef'
const SECRETS = {
  APP_SECRET: MARKER,
  DATABASE_URL: `postgres://coffer:${MARKER}@127.0.0.1:1/coffer`,
  SMTP_URL: `smtp://coffer:${MARKER}@127.0.0.1:1`,
  GOOGLE_CLIENT_SECRET: MARKER,
  GITHUB_CLIENT_SECRET: MARKER,
  FACEBOOK_CLIENT_SECRET: MARKER,
  RECAPTCHA_SECRET_KEY: MARKER,
  ADMIN_PASSWORD: MARKER,
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
  const named = [...example.matchAll(/^# ?([A-Z_]+)=/gm)].map(([, name = '']) => name)
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

it('an administrator’s logos are part of the page before it runs', async () => {
  await t.settings({ app_favicon: '/own "icon".png', app_logo: '/own-logo.png' })
  const response = await t.anonymous().fetch('/sign-in', { headers: { accept: 'text/html' } })
  const page = await response.text()
  expect(page).toContain('<link rel="icon" href="/own &quot;icon&quot;.png" />')
  expect(page).toContain('"main":"/own-logo.png"')
})
