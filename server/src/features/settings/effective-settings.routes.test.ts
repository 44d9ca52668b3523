import { auth, config, settings } from '@coffer/contract'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { anotherProcess } from '../../../test/another-process.ts'
import { createLinkServer, serves } from '../../../test/link-server.ts'
import { createMailServer } from '../../../test/mail-server.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { createSocialServer, SOCIAL_KEYS } from '../../../test/social-server.ts'
import { emailOf } from '../../../test/teams.ts'
import { bearing, makeToken } from '../../../test/tokens.ts'
import { readConfig } from '../../config.ts'

const verifier = await createLinkServer()
const mail = await createMailServer()
const socialServer = await createSocialServer()
afterAll(() => Promise.all([verifier.close(), mail.close(), socialServer.close()]))
const base = readConfig({
  TWO_FACTOR: 'optional',
  GOOGLE_ORIGIN: socialServer.origin,
  RECAPTCHA_URL: verifier.url('/recaptcha/api'),
})
const t = await openTestApp({
  config: {
    social: base.social,
    recaptcha: base.recaptcha,
    requiresTwoFactor: base.requiresTwoFactor,
  },
})
const admin = await t.signIn('admin')
const change = (body: object) => admin.send('PATCH', settings.updateSettings.path, body)
const mailPort = Number(new URL(mail.url).port)
const SERVER = {
  mail_driver: 'smtp',
  smtp_host: '127.0.0.1',
  smtp_port: mailPort,
  smtp_encryption: 'none',
}
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

describe('a value of the environment', () => {
  it('is shown as such and can’t be changed', async () => {
    const { values } = (await admin.call(settings.getSettings, {})).body.data
    expect(values.two_factor_required).toMatchObject({ value: false, origin: 'environment' })
    const reply = await change({ values: { two_factor_required: true, trash_days: 3 } })
    expect(Object.keys(reply.body.errors)).toEqual(['values.two_factor_required'])
  })
})

describe('mail', () => {
  it('is tested before it is saved, with the answer of the server', async () => {
    const address = await emailOf(admin)
    const test = (values: object) => admin.send('POST', settings.testEmailSettings.path, { values })
    const good = await test({ ...SERVER, mail_from_address: 'files@example.test' })
    expect(good.body.data).toMatchObject({ is_sent: true, to: address })
    expect(good.body.data.answer).toMatch(/^250/)
    const [email] = await mail.emailsTo(address)
    expect(email?.from?.address).toBe('files@example.test')
    mail.refuse({ responseCode: 550, message: 'No such mailbox' })
    const refused = await test(SERVER)
    expect(refused.body.data).toMatchObject({ is_sent: false })
    expect(refused.body.data.answer).toContain('No such mailbox')
    mail.refuse(undefined)
    const closed = await test({ ...SERVER, smtp_port: 1 })
    expect(closed.body.data.answer).toMatch(/ECONNREFUSED/)
    expect((await admin.call(settings.getSettings, {})).body.data.values.smtp_host.value).toBe(null)
  })

  it('does not send the stored password to a server that is only tested', async () => {
    await change({ values: SERVER, secrets: { smtp_password: 'a-password-of-mail' } })
    const body = { values: { ...SERVER, smtp_host: 'mail.attacker.test' } }
    const reply = await admin.send('POST', settings.testEmailSettings.path, body)
    expect(Object.keys(reply.body.errors)).toEqual(['secrets.smtp_password'])
    await change({ secrets: { smtp_password: null } })
  })

  it('follows a change without a restart', async () => {
    await change({ values: SERVER })
    const user = await t.signIn()
    await t.anonymous().send('POST', '/api/auth/request-password-reset', {
      email: await emailOf(user),
    })
    await t.runJobs()
    expect(await mail.emailsTo(await emailOf(user))).toHaveLength(1)
    await change({ reset: Object.keys(SERVER) })
  })
})

describe('the bot check', () => {
  const answers = (result: object) =>
    verifier.on('/recaptcha/api/siteverify', serves(JSON.stringify(result)))

  it('is on only after a solved challenge with the same keys', async () => {
    const keys = {
      values: { recaptcha_site_key: 'site-key' },
      secrets: { recaptcha_secret_key: 'secret-key-of-the-check' },
    }
    await change(keys)
    const tooEarly = await change({ values: { allowed_recaptcha: true } })
    expect(Object.keys(tooEarly.body.errors)).toEqual(['values.allowed_recaptcha'])
    const test = () => admin.send('POST', settings.testRecaptcha.path, { ...keys, token: 'x' })
    answers({ success: false, 'error-codes': ['invalid-input-secret'] })
    expect((await test()).body.data).toMatchObject({
      is_passed: false,
      answer: 'invalid-input-secret',
    })
    answers({ success: true, score: 0.9, action: 'settings' })
    expect((await test()).body.data).toMatchObject({ is_passed: true, score: 0.9 })
    expect((await change({ values: { allowed_recaptcha: true } })).status).toBe(200)
    const { body } = await t.anonymous().call(config.getConfig, {})
    expect(body).toMatchObject({ allowedRecaptcha: true, recaptchaSiteKey: 'site-key' })
    const replaced = await change({ secrets: { recaptcha_secret_key: 'another-key-of-the-check' } })
    expect(replaced.body.data.values.allowed_recaptcha.value).toBe(false)
  })
})

describe('social sign-in', () => {
  const isOffered = async () =>
    (await t.anonymous().call(config.getConfig, {})).body.allowedGoogleLogin
  const client = {
    values: { google_client_id: SOCIAL_KEYS.clientId },
    secrets: { google_client_secret: SOCIAL_KEYS.clientSecret },
  }

  it('is off with a client that has not passed a test', async () => {
    const saved = await change(client)
    expect(saved.body.data.values.allowed_google_login.value).toBe(false)
    for (const body of [
      { values: { allowed_google_login: true } },
      { reset: ['allowed_google_login'] },
    ]) {
      const reply = await change(body)
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([
        422,
        ['values.allowed_google_login'],
      ])
    }
    expect(await isOffered()).toBe(false)
  })

  it('reports whether the provider accepts the credentials', async () => {
    const test = (clientSecret: string) =>
      admin.send('POST', settings.testSocialLogin.path, {
        provider: 'google',
        client_id: SOCIAL_KEYS.clientId,
        client_secret: clientSecret,
      })
    expect((await test(SOCIAL_KEYS.clientSecret)).body.data.result).toBe('accepted')
  })

  it('is offered once id and secret have passed the test', async () => {
    expect(await isOffered()).toBe(false)
    expect((await change({ values: { allowed_google_login: true } })).status).toBe(200)
    expect(await isOffered()).toBe(true)
    const redirect = await t.anonymous().send('GET', '/api/socialite/google/redirect')
    expect(redirect.body.data.url).toContain(`client_id=${SOCIAL_KEYS.clientId}`)
  })
})

describe('registration', () => {
  const signUp = (email: string) =>
    t.anonymous().call(auth.signUp, {
      body: { name: 'New', email, password: 'correct horse battery' },
    })

  it('takes only addresses of the named domains', async () => {
    await change({ values: { registration_domains: ['Work.test'] } })
    expect((await signUp('ann@other.test')).body.code).toBe('auth.domain_not_allowed')
    expect((await signUp('ann@notwork.test')).body.code).toBe('auth.domain_not_allowed')
    expect((await signUp('ann@work.test')).status).toBe(200)
    await change({ reset: ['registration_domains'] })
  })
})

describe('the length of sessions', () => {
  it('ends unused sessions at once when it is reduced', async () => {
    const user = await t.signIn()
    t.advance(3 * 86_400_000)
    expect((await user.send('GET', '/api/user')).status).toBe(200)
    t.advance(3 * 86_400_000)
    await t.settings({ session_days: 2 })
    expect((await user.send('GET', '/api/user')).status).toBe(401)
    await t.settings({ session_days: 30 })
  })
})

describe('maintenance', () => {
  it('closes the server for all but administrators', async () => {
    const boss = await t.signIn('admin')
    const user = await t.signIn()
    await t.settings({ maintenance_mode: true, maintenance_message: 'Back <b>at noon</b>' })
    const rejected = await user.send('GET', '/api/user')
    expect([rejected.status, rejected.body.code]).toEqual([503, 'server.maintenance'])
    expect((await boss.send('GET', '/api/user')).status).toBe(200)
    expect((await t.anonymous().send('GET', '/api/config')).status).toBe(200)
    const page = await t.anonymous().fetch('/platform/files', { headers: { accept: 'text/html' } })
    const html = await page.text()
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '300'])
    expect(html).toContain('Back &lt;b&gt;at noon&lt;/b&gt;')
    const leaving = await t.signIn()
    expect((await leaving.send('POST', '/api/logout')).status).toBe(204)
    await t.settings({ maintenance_mode: false })
    expect((await user.send('GET', '/api/user')).status).toBe(200)
  })

  it('lets the access token of an administrator in, also to calls of guests', async () => {
    const { token } = await makeToken(await t.signIn('admin'), { scopes: ['read', 'admin'] })
    const ofUser = await makeToken(await t.signIn())
    await t.settings({ maintenance_mode: true })
    const get = async (path: string, by: string) =>
      (await t.anonymous().send('GET', path, undefined, bearing(by))).status
    expect(await get('/api/user', token)).toBe(200)
    expect(await get('/api/page/none', token)).toBe(404)
    expect(await get('/api/page/none', ofUser.token)).toBe(503)
    await t.settings({ maintenance_mode: false })
  })

  it('keeps processes ready, so that proxies let administrators in', async () => {
    await t.settings({ maintenance_mode: true })
    const states = ['/api/ping', '/api/ready', '/api/health'].map(
      async path => (await t.anonymous().send('GET', path)).status,
    )
    expect(await Promise.all(states)).toEqual([200, 200, 200])
    await t.settings({ maintenance_mode: false })
  })
})

describe('a second process', () => {
  it('follows a change within a second', async () => {
    const other = await anotherProcess(t)
    if (other === undefined) return
    const boss = await t.signIn('admin')
    const visitor = other.from(t.anonymous())
    const user = other.from(await t.signIn())
    expect((await visitor.call(config.getConfig, {})).body.appName).toBe('Coffer')
    await boss.send('PATCH', settings.updateSettings.path, {
      values: { app_title: 'Everywhere', maintenance_mode: true },
    })
    await new Promise(resolve => setTimeout(resolve, 900))
    expect((await visitor.call(config.getConfig, {})).body.appName).toBe('Everywhere')
    expect((await user.send('GET', '/api/user')).status).toBe(503)
    await boss.send('PATCH', settings.updateSettings.path, {
      reset: ['app_title', 'maintenance_mode'],
    })
    await other.close()
  })
})
