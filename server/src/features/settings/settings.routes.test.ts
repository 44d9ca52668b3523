import { config, settings } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()
const read = async (client: TestClient) => (await client.call(settings.getSettings, {})).body.data
const change = (client: TestClient, body: object) =>
  client.send('PATCH', settings.updateSettings.path, body)

it('shows every setting with its origin', async () => {
  const admin = await t.signIn('admin')
  const { values, secrets } = await read(admin)
  expect(values.app_title).toEqual({
    value: 'Coffer',
    origin: 'default',
    changed_at: null,
    changed_by: null,
  })
  expect(secrets.smtp_password).toMatchObject({ is_set: false, origin: 'default', ends_in: null })
})

it('changes settings at once and returns by whom and when', async () => {
  const admin = await t.signIn('admin')
  const reply = await change(admin, { values: { app_title: 'Harbour', trash_days: 7 } })
  expect(reply.status).toBe(200)
  const { app_title: title } = reply.body.data.values
  expect(title).toMatchObject({ value: 'Harbour', origin: 'stored' })
  expect(title.changed_by.id).toBe(admin.userId)
  expect(Date.parse(title.changed_at)).toBeLessThanOrEqual(Date.now())
  const { body } = await t.anonymous().call(config.getConfig, {})
  expect(body).toMatchObject({ appName: 'Harbour', trashDays: 7 })
  const back = await change(admin, { reset: ['app_title', 'trash_days'] })
  expect(back.body.data.values.app_title).toMatchObject({ value: 'Coffer', origin: 'default' })
})

it('the public configuration says whether replaced files are kept', async () => {
  const admin = await t.signIn('admin')
  const isKept = async () => (await t.anonymous().call(config.getConfig, {})).body.keepsVersions
  expect(await isKept()).toBe(true)
  await change(admin, { values: { versions_kept: 0 } })
  expect(await isKept()).toBe(false)
  await change(admin, { reset: ['versions_kept'] })
  expect(await isKept()).toBe(true)
})

it('takes one setting as name and value, as earlier scripts send it', async () => {
  const admin = await t.signIn('admin')
  const reply = await change(admin, { name: 'versions_kept', value: 3 })
  expect(reply.body.data.values.versions_kept.value).toBe(3)
  for (const [name, value, bytes] of [
    ['upload_limit', '100', 100 * 1024 ** 2],
    ['upload_limit', '', 0],
    ['chunk_size', 16, 16 * 1024 ** 2],
    ['default_max_storage_amount', 5, 5_000_000_000],
  ] as const)
    expect((await change(admin, { name, value })).body.data.values[name].value).toBe(bytes)
  expect((await change(admin, { name: 'upload_limit', value: 'none' })).status).toBe(422)
  const secret = await change(admin, { name: 'recaptcha_secret_key', value: 'a-long-secret-key' })
  expect(secret.body.data.secrets.recaptcha_secret_key.is_set).toBe(true)
})

it.each([
  ['an unknown name', { values: { app_titel: 'x' } }, 'values.app_titel'],
  ['an unknown secret', { secrets: { pin: 'x' } }, 'secrets.pin'],
  ['a value of another type', { values: { trash_days: '7' } }, 'values.trash_days'],
  ['a number out of range', { values: { trash_days: -1 } }, 'values.trash_days'],
  ['an empty title', { values: { app_title: ' ' } }, 'values.app_title'],
  ['an invalid colour', { values: { app_color: 'red' } }, 'values.app_color'],
  [
    'raw HTML as an ad client',
    { values: { adsense_client_id: '<b>' } },
    'values.adsense_client_id',
  ],
  ['a chunk that is too small', { values: { chunk_size: 1000 } }, 'values.chunk_size'],
  ['a mail driver without a server', { values: { mail_driver: 'smtp' } }, 'values.smtp_host'],
  [
    'verification without email',
    { values: { user_verification: true } },
    'values.user_verification',
  ],
  [
    'a mistyped VAT ID of the seller',
    { values: { billing_country: 'DK', billing_vat_number: 'DK13585629' } },
    'values.billing_vat_number',
  ],
  ['a setting of the server', { values: { installed_at: 1 } }, 'values.installed_at'],
  ['a line break in a secret', { secrets: { smtp_password: 'a\nb' } }, 'secrets.smtp_password'],
])('rejects %s by its field and changes nothing', async (_, body, field) => {
  const admin = await t.signIn('admin')
  const before = await read(admin)
  const both = { ...body, values: { versions_kept: 9, ...('values' in body ? body.values : {}) } }
  const reply = await change(admin, both)
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]])
  expect(await read(admin)).toEqual(before)
})

it('keeps the mail server while new users have to confirm their email', async () => {
  const admin = await t.signIn('admin')
  // Changing the mail server needs a recent sign-in.
  const save = async (body: object) => change(await t.signInAgain(admin), body)
  const server = { mail_driver: 'smtp', smtp_host: 'mail.example.test' }
  expect((await save({ values: { ...server, user_verification: true } })).status).toBe(200)
  const rejected = { 'values.mail_driver': ['Turn off email verification first.'] }
  expect((await save({ values: { mail_driver: 'none' } })).body.errors).toEqual(rejected)
  expect((await save({ reset: ['mail_driver'] })).body.errors).toEqual(rejected)
  expect((await save({ values: { smtp_host: 'smtp.example.test' } })).status).toBe(200)
  const withoutBoth = { values: { mail_driver: 'none', user_verification: false } }
  expect((await save(withoutBoth)).status).toBe(200)
  await save({ reset: ['mail_driver', 'smtp_host', 'user_verification'] })
})

it('checks the VAT ID of the seller with the country, whichever of them changes', async () => {
  const admin = await t.signIn('admin')
  const save = (values: object) => change(admin, { values })
  expect((await save({ billing_vat_number: 'as the seller types it' })).status).toBe(200)
  const { status, body } = await save({ billing_country: 'DK' })
  expect([status, body.errors]).toEqual([
    422,
    { 'values.billing_vat_number': ['This isn’t a valid VAT ID of the country.'] },
  ])
  expect((await save({ billing_vat_number: 'DK 13 58 56 28' })).status).toBe(200)
  expect((await save({ billing_country: 'DK' })).status).toBe(200)
  expect((await save({ billing_country: 'DE' })).status).toBe(422)
  const reset = { reset: ['billing_vat_number'], values: { billing_country: 'DE' } }
  expect((await change(admin, reset)).status).toBe(200)
  expect((await change(admin, { reset: ['billing_country'] })).status).toBe(200)
})

it('never returns a secret, only that it is set and how a long one ends', async () => {
  const admin = await t.signIn('admin')
  const password = 'correct-horse-battery-4f2a'
  const reply = await change(admin, {
    secrets: { smtp_password: password, github_client_secret: 'short' },
  })
  const { smtp_password: long, github_client_secret: short } = reply.body.data.secrets
  expect(long).toMatchObject({ is_set: true, is_readable: true, origin: 'stored', ends_in: '4f2a' })
  expect(short).toMatchObject({ is_set: true, ends_in: null })
  const rows = await t.deps.db.selectFrom('secrets').selectAll().execute()
  expect(JSON.stringify([reply.body, rows])).not.toContain('correct-horse')
  const removed = await change(admin, { secrets: { smtp_password: null } })
  expect(removed.body.data.secrets.smtp_password.is_set).toBe(false)
})

it('a secret of another key counts as set but unreadable', async () => {
  const admin = await t.signIn('admin')
  await change(admin, { secrets: { purchase_code: 'an-original-purchase' } })
  const { value } = await t.deps.db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', 'purchase_code')
    .executeTakeFirstOrThrow()
  // Moved to another name, which is part of the encryption.
  await t.deps.db.updateTable('secrets').set({ value }).execute()
  const { secrets } = await read(admin)
  expect(secrets.purchase_code.is_readable).toBe(true)
  expect(secrets.github_client_secret).toMatchObject({ is_set: true, is_readable: false })
})

it('a stored password is not sent to another mail server', async () => {
  const admin = await t.signIn('admin')
  const server = { mail_driver: 'smtp', smtp_host: 'mail.example.test', smtp_username: 'coffer' }
  await change(admin, { values: server, secrets: { smtp_password: 'a-password-of-mail' } })
  const moved = await change(admin, { values: { smtp_host: 'mail.attacker.test' } })
  expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['secrets.smtp_password']])
  const again = await change(admin, {
    values: { smtp_host: 'mail2.example.test' },
    secrets: { smtp_password: 'another-password' },
  })
  expect(again.status).toBe(200)
  await change(admin, { reset: ['mail_driver', 'smtp_host', 'smtp_username'] })
})

it('keeps the slash at the end of an issuer, which is part of its name', async () => {
  const admin = await t.signIn('admin')
  const issuer = 'https://login.example.test/application/'
  const reply = await change(admin, { values: { openid_issuer: issuer } })
  expect(reply.body.data.values.openid_issuer.value).toBe(issuer)
})

it('a bucket that has files stays configured, also when its settings are reset', async () => {
  const admin = await t.signIn('admin')
  await admin.upload({ filename: 'a.txt', content: 'a' })
  await change(admin, { values: { s3_endpoint: 'https://s3.example.test', s3_bucket: 'files' } })
  const store = await t.deps.db
    .selectFrom('stores')
    .select('id')
    .where('identity', '=', 's3.example.test/files/')
    .executeTakeFirstOrThrow()
  const expectKept = async () => {
    for (const name of ['s3_bucket', 's3_endpoint'])
      for (const update of [{ values: { [name]: null } }, { reset: [name] }]) {
        const reply = await change(admin, update)
        expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['values.s3_bucket']])
      }
  }
  await t.deps.db.updateTable('blobs').set({ store: store.id }).execute()
  await expectKept()
  await t.deps.db.updateTable('blobs').set({ store: 1 }).execute()
  await admin.upload({ filename: 'b.txt', content: 'b', is_last: false })
  await t.deps.db.updateTable('uploads').set({ store: store.id }).execute()
  await expectKept()
  expect((await change(admin, { reset: ['s3_path_style'] })).status).toBe(200)
})

it('HTTP-3: does not answer a call that would store nothing', async () => {
  const admin = await t.signIn('admin')
  expect((await admin.send('POST', '/api/admin/settings/email', {})).status).toBe(404)
})

describe('a list that was changed since the caller loaded it', () => {
  const rate = (country: string, percentage: string) => ({
    country,
    rate: percentage,
    from: '2026-01-01',
  })
  const spain = rate('ES', '21')
  const save = (admin: TestClient, rates: object[], seen?: object[]) =>
    change(admin, {
      values: { billing_tax_rates: rates },
      ...(seen && { seen_values: { billing_tax_rates: seen } }),
    })

  it('is not replaced, and nothing of the call is changed', async () => {
    const admin = await t.signIn('admin')
    expect((await save(admin, [spain], [])).status).toBe(200)
    const before = await read(admin)
    const late = await change(admin, {
      values: { billing_tax_rates: [rate('DE', '19')], app_title: 'Mine', trash_days: 9 },
      seen_values: { billing_tax_rates: [], trash_days: before.values.trash_days.value },
    })
    expect([late.status, late.body.code]).toEqual([409, 'settings.changed_concurrently'])
    expect(Object.keys(late.body.errors)).toEqual(['values.billing_tax_rates'])
    expect(await read(admin)).toEqual(before)
    expect((await save(admin, [spain, rate('DE', '19')], [spain])).status).toBe(200)
  })

  it('is replaced without the value that the caller knows, as scripts send it', async () => {
    const admin = await t.signIn('admin')
    await save(admin, [spain])
    expect((await save(admin, [])).status).toBe(200)
  })

  it('keeps one of two changes at once', async () => {
    const admin = await t.signIn('admin')
    await change(admin, { reset: ['billing_tax_rates'] })
    const lists = [[spain], [rate('DE', '19')]]
    const replies = await Promise.all(lists.map(rates => save(admin, rates, [])))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const saved = lists[replies.findIndex(({ status }) => status === 200)]
    expect((await read(admin)).values.billing_tax_rates.value).toEqual(saved)
  })
})
