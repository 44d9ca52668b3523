import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { settings, twoFactor } from '@coffer/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { emailOf } from '../../test/teams.ts'
import type { TestApp } from '../../test/test-app.ts'
import { totp } from '../../test/totp.ts'
import { atSecondStep, turnOnTwoFactor } from '../../test/two-factor.ts'
import { readSecret } from '../features/settings/index.ts'
import { CommandError } from './command-error.ts'
import { runCommand } from './commands.ts'

const t = await openTestApp()
const other = await openTestApp()
const PASSWORD = 'a-password-of-the-mail-server'
let files = 0
const newFile = () => {
  files += 1
  return join(t.folder, `settings-${files}.json`)
}
const run = (app: TestApp, ...args: string[]) => runCommand(app.deps, args)
const storedIn = (app: TestApp) =>
  Promise.all([
    app.deps.db.selectFrom('settings').selectAll().orderBy('name').execute(),
    app.deps.db.selectFrom('secrets').selectAll().orderBy('name').execute(),
  ])

async function fill() {
  const admin = await t.signIn('admin')
  const reply = await admin.send('PATCH', settings.updateSettings.path, {
    values: {
      app_title: 'Harbour',
      trash_days: 5,
      mail_driver: 'smtp',
      smtp_host: 'mail.example.test',
      registration_domains: ['example.test'],
    },
    secrets: { smtp_password: PASSWORD },
  })
  expect(reply.status).toBe(200)
}

it('moves settings to another installation, secrets only when asked', async () => {
  await fill()
  const plain = newFile()
  expect(await run(t, 'settings', 'export', plain)).toContain('without secrets')
  expect(await readFile(plain, 'utf8')).not.toContain(PASSWORD)
  expect((await stat(plain)).mode & 0o777).toBe(0o600)
  expect(await run(other, 'settings', 'import', plain)).toMatch(/^5 settings and 0 secrets/)
  const complete = newFile()
  await run(t, 'settings', 'export', complete, '--with-secrets')
  expect(await readFile(complete, 'utf8')).toContain(PASSWORD)
  expect(await run(other, 'settings', 'import', complete)).toMatch(/^5 settings and 1 secrets/)
  expect(await readSecret(other.deps, 'smtp_password')).toBe(PASSWORD)
  const { values } = await other.deps.settings.read()
  expect(values).toMatchObject({ app_title: 'Harbour', trash_days: 5 })
})

it('never overwrites a file', async () => {
  const file = newFile()
  await writeFile(file, 'mine')
  await expect(run(t, 'settings', 'export', file)).rejects.toThrow(CommandError)
  expect(await readFile(file, 'utf8')).toBe('mine')
})

const HEAD = { format: 'coffer-settings', version: 1, exported_at: '2026-05-01T10:00:00.000Z' }

it.each([
  ['no JSON', 'settings:', /not valid JSON/],
  ['a file of something else', '{"dependencies":{}}', /format/],
  ['a file of a newer version', JSON.stringify({ ...HEAD, version: 2, values: {} }), /version/],
  ['an unknown setting', JSON.stringify({ ...HEAD, values: { evil: 1 } }), /values/],
  ['a setting of the server', JSON.stringify({ ...HEAD, values: { installed_at: 1 } }), /values/],
  [
    'a prototype',
    `{"format":"coffer-settings","version":1,"exported_at":"2026-05-01T10:00:00.000Z","values":{"__proto__":{"a":1}}}`,
    /values/,
  ],
  [
    'one bad value among good ones',
    JSON.stringify({ ...HEAD, values: { app_title: 'Changed', trash_days: -1 } }),
    /trash_days/,
  ],
  [
    'values that contradict each other',
    JSON.stringify({ ...HEAD, values: { app_title: 'Changed', allowed_adsense: true } }),
    /adsense_client_id/,
  ],
  ['a huge file', `"${'x'.repeat(2 ** 20)}"`, /larger than 1 MB/],
])('refuses %s and applies nothing', async (_, content, reason) => {
  const file = newFile()
  await writeFile(file, content)
  const before = await storedIn(t)
  await expect(run(t, 'settings', 'import', file)).rejects.toThrow(reason)
  expect(await storedIn(t)).toEqual(before)
})

it('leaves what must be tested first off', async () => {
  const file = newFile()
  const values = { allowed_recaptcha: true, recaptcha_site_key: 'site-key' }
  await writeFile(file, JSON.stringify({ ...HEAD, values }))
  expect(await run(other, 'settings', 'import', file)).toContain('Off until tested here')
  expect((await other.deps.settings.read()).values.allowed_recaptcha).toBe(false)
})

it('encrypts the keys of authenticator apps again', async () => {
  const ann = await t.signIn()
  const { secret } = await turnOnTwoFactor(ann)
  const withSecrets = (current: string, previous: string) => ({
    ...t.deps,
    secret: current,
    config: { ...t.deps.config, previousSecret: previous },
  })
  const storedKeys = async () =>
    (await sql<{ secret: string }>`select secret from two_factors`.execute(t.deps.db)).rows
  const before = await storedKeys()
  const newSecret = 'another secret, which replaces the first'
  const answer = await runCommand(withSecrets(newSecret, t.deps.secret), ['secrets', 'rotate'])
  expect(answer).toBe('2 secrets were encrypted again.')
  expect(await storedKeys()).not.toEqual(before)
  await runCommand(withSecrets(t.deps.secret, newSecret), ['secrets', 'rotate'])
  const client = await atSecondStep(t, await emailOf(ann))
  const body = { code: totp(secret, 1) }
  expect((await client.call(twoFactor.verifyCode, { body })).status).toBe(200)
})

it('encrypts all secrets again, also those of the previous secret of the server', async () => {
  await fill()
  const [, before] = await storedIn(t)
  expect(await run(t, 'secrets', 'rotate')).toBe('1 secrets were encrypted again.')
  const [, after] = await storedIn(t)
  expect(after[0]?.value).not.toBe(before[0]?.value)
  const moved = {
    ...t.deps,
    secret: 'another secret, which replaces the first',
    config: { ...t.deps.config, previousSecret: t.deps.secret },
  }
  expect(await readSecret(moved, 'smtp_password')).toBe(PASSWORD)
  await runCommand(moved, ['secrets', 'rotate'])
  const withoutPrevious = { ...moved, config: { ...moved.config, previousSecret: undefined } }
  expect(await readSecret(withoutPrevious, 'smtp_password')).toBe(PASSWORD)
  expect(await readSecret(t.deps, 'smtp_password')).toBeUndefined()
  await expect(run(t, 'secrets', 'rotate')).rejects.toThrow(/No known key decrypts: smtp_password/)
})

it('keeps every secret readable when encrypting again fails half-way', async () => {
  await other.signIn('admin')
  const failing = {
    ...other.deps,
    transact: <T>(work: (tx: never) => Promise<T>) =>
      other.deps.transact(async tx => {
        await work(tx as never)
        throw new Error('the power failed')
      }),
  } as unknown as typeof other.deps
  const [, before] = await storedIn(other)
  await expect(runCommand(failing, ['secrets', 'rotate'])).rejects.toThrow('the power failed')
  expect((await storedIn(other))[1]).toEqual(before)
  expect(await readSecret(other.deps, 'smtp_password')).toBe(PASSWORD)
})
