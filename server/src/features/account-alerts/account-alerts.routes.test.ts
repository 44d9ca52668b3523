import { accessTokens, account, auth, notifications, passkeys, twoFactor } from '@coffer/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAuthenticator } from '../../../test/authenticator.ts'
import { createMailServer, type MailServer } from '../../../test/mail-server.ts'
import { emailOf } from '../../../test/teams.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { totp } from '../../../test/totp.ts'
import { readConfig } from '../../config.ts'

const password = 'correct horse battery'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

let t: TestApp
let mail: MailServer
let ann: TestClient
let email: string
beforeAll(async () => {
  mail = await createMailServer()
  t = await createTestApp({ config: { mail: readConfig({ SMTP_URL: mail.url }).mail } })
  ann = await t.signIn()
  email = await emailOf(ann)
})
afterAll(async () => {
  await t.close()
  await mail.close()
})
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const signIn = (client: TestClient, address = email) =>
  client.send(
    'POST',
    auth.signIn.path,
    { email: address, password },
    {
      headers: { 'user-agent': FIREFOX },
    },
  )
async function sentEmails(address = email) {
  await t.runJobs()
  return mail.emailsTo(address)
}
/** Returns the subjects sent since the last call; emails and in-app notifications must agree. */
async function newAlerts(): Promise<string[]> {
  const subjects = (await sentEmails()).map(
    ({ subject }) => subject?.replace(' (Coffer)', '') ?? '',
  )
  const { data } = (await ann.call(notifications.listNotifications, {})).body
  const titles = data.map(({ attributes }: { attributes: { title: string } }) => attributes.title)
  await ann.call(notifications.deleteNotifications, { query: {} })
  expect(titles.toSorted()).toEqual(subjects.toSorted())
  return subjects
}

describe('alerts to the owner of an account', () => {
  it('report two-factor sign-in turned on and off, and recovery codes used and renewed', async () => {
    const started = await ann.call(twoFactor.enableTwoFactor, { body: { password } })
    const { secret, backupCodes } = started.body
    expect(await newAlerts()).toEqual([])
    await ann.call(twoFactor.verifyCode, { body: { code: totp(secret) } })
    expect(await newAlerts()).toEqual(['Two-factor sign-in was turned on'])
    await ann.call(twoFactor.renewRecoveryCodes, { body: { password, code: backupCodes[0] } })
    expect((await newAlerts()).toSorted()).toEqual([
      'A recovery code was used',
      'Your recovery codes were replaced',
    ])
    await ann.call(twoFactor.disableTwoFactor, { body: { password, code: totp(secret, 1) } })
    expect(await newAlerts()).toEqual(['Two-factor sign-in was turned off'])
  })

  it('report added and removed passkeys', async () => {
    const started = await ann.call(passkeys.beginAddingPasskey, { body: { password } })
    const authenticator = createAuthenticator(t.origin)
    const { challenge } = started.body as unknown as { challenge: string }
    const response = authenticator.register({ challenge, isVerified: true })
    const added = await ann.call(passkeys.addPasskey, { body: { response, name: 'My key' } })
    expect(await newAlerts()).toEqual(['A passkey was added'])
    await ann.call(passkeys.removePasskey, { body: { id: added.body.data.id, password } })
    const [message] = await sentEmails()
    expect(message?.subject).toBe('A passkey was removed (Coffer)')
    expect(message?.text).toContain('My key no longer works.')
  })

  it('report created and revoked access tokens', async () => {
    await ann.call(notifications.deleteNotifications, { query: {} })
    const body = { name: 'Nightly copy', scopes: ['read' as const], expires_in_days: 30, password }
    const made = await ann.call(accessTokens.createAccessToken, { body })
    expect(await newAlerts()).toEqual(['An access token was created'])
    await ann.call(accessTokens.revokeAccessToken, { params: { id: made.body.data.id } })
    expect(await newAlerts()).toEqual(['An access token was revoked'])
  })

  it('report a sign-in on a new device, except the very first sign-in', async () => {
    const first = t.anonymous()
    const second = t.anonymous()
    await signIn(first)
    expect(await newAlerts()).toEqual([])
    await signIn(second)
    const [message] = await sentEmails()
    expect(message?.subject).toBe('Sign-in on a new device (Coffer)')
    expect(message?.text).toContain('Device: Firefox, Linux. IP address: 127.0.0.1.')
    await signIn(first)
    await signIn(second)
    expect(await sentEmails()).toEqual([])
  })

  it('report no new device on a computer that two users share', async () => {
    const home = t.anonymous()
    const ben = await emailOf(await t.signIn())
    await signIn(home)
    await signIn(home, ben)
    await sentEmails()
    await sentEmails(ben)
    await signIn(home)
    await signIn(home, ben)
    expect([await sentEmails(), await sentEmails(ben)]).toEqual([[], []])
  })

  it('report no sign-in that was refused', async () => {
    const body = { email, password: 'not the password' }
    await t.anonymous().call(auth.signIn, { body })
    expect(await sentEmails()).toEqual([])
  })

  it('use the user’s language and time zone, and link to ending every session', async () => {
    const body = { language: 'es' } as const
    await ann.call(account.updateSettings, { body })
    await ann.call(account.updateSettings, { body: { timezone: 'Asia/Tokyo' } })
    const change = { currentPassword: password, newPassword: 'battery staple' }
    // A minute that ends before the expectation must not change the expected time.
    const changedAt = t.deps.now()
    const clock = vi.spyOn(t.deps, 'now').mockReturnValue(changedAt)
    await ann.call(auth.changePassword, { body: change })
    clock.mockRestore()
    const [message] = await sentEmails()
    expect(message?.subject).toBe('Tu contraseña ha cambiado (Coffer)')
    const at = new Intl.DateTimeFormat('es', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'Asia/Tokyo',
      timeZoneName: 'short',
    }).format(changedAt)
    expect(message?.text).toContain(at)
    expect(at).toContain('GMT+9')
    expect(message?.text).toContain('/forgotten-password')
    expect(message?.text).toContain('/user/settings/password')
  })
})

it('emails use the language of the sign-in until the user chooses one', async () => {
  const ben = await t.signIn()
  const address = await emailOf(ben)
  const spanish = { headers: { 'accept-language': 'fr-FR, es-MX;q=0.8, en;q=0.5' } }
  await t.anonymous().send('POST', auth.signIn.path, { email: address, password }, spanish)
  await ben.call(auth.changePassword, {
    body: { currentPassword: password, newPassword: 'battery staple' },
  })
  const [changed] = await sentEmails(address)
  expect(changed?.subject).toContain('contraseña')
  await ben.call(account.updateSettings, { body: { language: 'en' } })
  await ben.call(auth.changePassword, {
    body: { currentPassword: 'battery staple', newPassword: 'staple battery' },
  })
  expect((await sentEmails(address)).at(-1)?.subject).toContain('password')
})

it('rolls back a change whose alert can’t be queued', async () => {
  const ben = await t.signIn()
  const { db } = t.deps
  const refuse =
    t.deps.databaseKind === 'sqlite'
      ? sql`create trigger no_notifications before insert on notifications begin select raise(abort, 'no'); end`
      : sql`alter table notifications add constraint no_notifications check (false) not valid`
  const allow =
    t.deps.databaseKind === 'sqlite'
      ? sql`drop trigger no_notifications`
      : sql`alter table notifications drop constraint no_notifications`
  await refuse.execute(db)
  const change = { currentPassword: password, newPassword: 'battery staple' }
  const printed = vi.spyOn(console, 'error')
  const reply = await ben.call(auth.changePassword, { body: change })
  await allow.execute(db)
  expect([reply.status, reply.body.code]).toEqual([500, 'internal'])
  // The error goes to the structured log only.
  expect(printed).not.toHaveBeenCalled()
  printed.mockRestore()
  const body = { email: await emailOf(ben), password }
  expect((await t.anonymous().call(auth.signIn, { body })).status).toBe(200)
})
