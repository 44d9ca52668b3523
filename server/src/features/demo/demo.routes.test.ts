import { config } from '@coffer/contract'
import { DEMO_BYTES } from '@coffer/contract/demo'
import { beforeEach, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { TestClient } from '../../../test/test-client.ts'
import { requestPath, uploadRequestApi } from '../../../test/upload-request-api.ts'
import type { Mail } from '../../mail-transport/mailer.ts'
import { removeExpiredDemos } from './demo.service.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const setDemo = (isOn: boolean) =>
  admin.send('PATCH', '/api/admin/settings', { values: { demo_mode: isOn } })

beforeEach(async () => {
  await t.deps.db.deleteFrom('rate_limits').execute()
  await setDemo(true)
})

const names = (files: { data: { attributes: { name: string } }[] }) =>
  files.data.map(item => item.attributes.name)

it('is not found while demo mode is off', async () => {
  await setDemo(false)
  const { status, body } = await t.anonymous().send('POST', '/api/demo')
  expect([status, body.code]).toEqual([404, 'demo.off'])
})

it('signs in to an account of its own with sample files', async () => {
  const [one, two] = [t.anonymous(), t.anonymous()]
  const first = await one.send('POST', '/api/demo')
  expect(first.status).toBe(200)
  const spanish = { headers: { 'accept-language': 'es' } }
  const second = await two.send('POST', '/api/demo', undefined, spanish)
  expect(first.body.data.id).not.toBe(second.body.data.id)
  const files = (await one.send('GET', '/api/browse/folders/all')).body
  expect(names(files)).toContain('Read-me-first.md')
  expect(names((await two.send('GET', '/api/browse/folders/all')).body)).toContain(
    'Léeme-primero.md',
  )
  const { attributes } = (await one.send('GET', '/api/user')).body.data
  expect([attributes.role, attributes.name]).toEqual(['user', 'Demo user'])
})

it('is deleted with its files after an hour', async () => {
  const visitor = t.anonymous()
  const { body } = await visitor.send('POST', '/api/demo')
  t.advance(59 * 60_000)
  await removeExpiredDemos(t.deps)
  expect((await visitor.send('GET', '/api/user')).status).toBe(200)
  t.advance(2 * 60_000)
  expect(await removeExpiredDemos(t.deps)).toBeGreaterThan(0)
  expect((await visitor.send('GET', '/api/user')).status).toBe(401)
  await t.runJobs()
  const { id } = body.data
  const left = await t.deps.db.selectFrom('items').select('id').where('owner_id', '=', id).execute()
  expect(left).toEqual([])
  expect(await t.deps.db.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual(
    [],
  )
  expect(await removeExpiredDemos(t.deps)).toBe(0)
})

it('ends its session after an hour, also before the account is removed', async () => {
  const visitor = t.anonymous()
  await visitor.send('POST', '/api/demo')
  t.advance(59 * 60_000)
  expect((await visitor.send('GET', '/api/user')).status).toBe(200)
  t.advance(2 * 60_000)
  expect((await visitor.send('GET', '/api/user')).status).toBe(401)
})

it('has little storage, whatever the limits of other users are', async () => {
  const capacityAt = async (values: object) => {
    await admin.send('PATCH', '/api/admin/settings', { values })
    const visitor = t.anonymous()
    await visitor.send('POST', '/api/demo')
    const big = { filename: 'big.bin', offset: 0, size: DEMO_BYTES, is_last: false, content: 'x' }
    expect((await visitor.upload(big)).body.code).toBe('upload.quota_exceeded')
    return (await visitor.send('GET', '/api/user/storage')).body.data.attributes.capacity_bytes
  }
  expect(await capacityAt({ storage_limitation: false })).toBe(DEMO_BYTES)
  const small = { storage_limitation: true, default_max_storage_amount: 1_000_000 }
  expect(await capacityAt(small)).toBe(1_000_000)
})

it('is limited per network', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1)
    statuses.push((await t.anonymous().send('POST', '/api/demo')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

it('sends no emails', async () => {
  const emails: Mail[] = []
  t.deps.mailer.send = async mail => void emails.push(mail)
  const visitor = t.anonymous()
  await visitor.send('POST', '/api/demo')
  const folder = await visitor.send('POST', '/api/create-folder', { name: 'Mine' })
  const share = await visitor.send('POST', '/api/share', {
    id: folder.body.data.id,
    type: 'folder',
    emails: ['someone@example.test'],
  })
  expect(share.status).toBe(429)
  // Nor through a guest of their own, whose receipt contains texts of both.
  const asking = uploadRequestApi(t, visitor)
  const { token } = (await asking.ask()).attributes
  const guest = await asking.requestGuestId(token)
  await asking.send(guest, token)
  const finish = (email: string | null) => guest.send('DELETE', requestPath(token), { email })
  expect((await finish('someone@example.test')).status).toBe(429)
  expect((await finish(null)).status).toBe(200)
  await t.runJobs()
  expect((await visitor.send('GET', '/api/notifications')).body.data).toHaveLength(1)
  expect(emails).toEqual([])
})

it('sends no emails nor fetches addresses between its end and its removal', async () => {
  const visitor = t.anonymous()
  const { body } = await visitor.send('POST', '/api/demo')
  const folder = await visitor.send('POST', '/api/create-folder', { name: 'Mine' })
  t.advance(61 * 60_000)
  const late = await t.signInAgain(new TestClient(t.origin, body.data.id))
  const statusOf = async (path: string, body: object) =>
    (await late.send('POST', path, body)).status
  const { id } = folder.body.data
  const emails = ['someone@example.test']
  const invitations = [{ email: 'someone@example.test', permission: 'can-edit' }]
  expect(await statusOf('/api/share', { id, type: 'folder', emails })).toBe(429)
  expect(await statusOf(`/api/teams/folders/${id}/convert`, { invitations })).toBe(429)
  expect(await statusOf('/api/upload/remote', { urls: ['https://example.test/a.png'] })).toBe(429)
})

it('is not offered where two-factor sign-in is required', async () => {
  const justSignedIn = await t.signIn('admin')
  const change = async (values: object) =>
    (await justSignedIn.send('PATCH', '/api/admin/settings', { values })).body.errors
  const rejected = [expect.stringContaining('two-factor')]
  expect(await change({ two_factor_required: true })).toEqual({
    'values.two_factor_required': rejected,
  })
  expect(await change({ demo_mode: true, two_factor_required: true })).toMatchObject({
    'values.demo_mode': rejected,
  })
})

it('is off while the environment requires two-factor sign-in', async () => {
  Object.assign(t.deps.config, { requiresTwoFactor: true })
  t.deps.settings.invalidate()
  const reply = await t.anonymous().send('POST', '/api/demo')
  const { body } = await t.anonymous().call(config.getConfig, {})
  Object.assign(t.deps.config, { requiresTwoFactor: undefined })
  t.deps.settings.invalidate()
  expect([reply.status, reply.body.code]).toEqual([404, 'demo.off'])
  expect(body.isDemo).toBe(false)
})
