import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contact as contract, settings } from '@coffer/contract'
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { emailOf } from '../../../test/teams.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'

let t: TestApp
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'coffer-contact-'))
  t = await createTestApp({ config: { dataDir } })
  await t.signIn('admin')
  await t.signIn('admin')
  await t.signIn()
})
beforeEach(async () => {
  await rm(join(dataDir, 'outbox'), { recursive: true, force: true })
  t.advance(3_600_000)
})
afterAll(async () => {
  await t.close()
  await rm(dataDir, { recursive: true, force: true })
})

const sendMessage = (body: Record<string, unknown> = {}) =>
  t.anonymous().call(contract.contactAdministrators, {
    body: { email: 'reader@example.test', message: 'Is there\nroom for me?', ...body },
  })

async function sentEmails(): Promise<Email[]> {
  await t.runJobs()
  const folder = join(dataDir, 'outbox')
  const files = await readdir(folder).catch(() => [])
  return Promise.all(files.map(async name => PostalMime.parse(await readFile(join(folder, name)))))
}

it('a message goes to administrators only', async () => {
  expect((await sendMessage()).status).toBe(204)
  const sent = await sentEmails()
  expect(sent.map(({ to }) => to?.[0]?.address).sort()).toEqual([
    'person-1@example.test',
    'person-2@example.test',
  ])
  expect(sent[0]?.text).toContain('> Is there\n> room for me?')
  expect(sent[0]?.text).toContain('reader@example.test')
})

it('a message goes to the contact address alone, and a reply to its sender', async () => {
  const admin = await t.signIn('admin')
  const setContactAddress = (contact_email: string | null) =>
    admin.call(settings.updateSettings, { body: { values: { contact_email } } })
  expect((await setContactAddress('support@example.test')).status).toBe(200)
  await sendMessage()
  const sent = await sentEmails()
  await setContactAddress(null)
  expect(sent.map(({ to }) => to?.map(({ address }) => address))).toEqual([
    ['support@example.test'],
  ])
  expect(sent[0]?.replyTo?.map(({ address }) => address)).toEqual(['reader@example.test'])
})

it('a suspended administrator gets no messages', async () => {
  const admin = await t.signIn('admin')
  const suspended = await t.signIn('admin')
  const path = `/api/admin/users/${suspended.userId}`
  expect((await admin.send('POST', `${path}/suspend`, { reason: 'Left' })).status).toBe(200)
  await sendMessage({ message: 'For your eyes only' })
  const recipients = (await sentEmails())
    .filter(({ text }) => text?.includes('For your eyes only'))
    .map(({ to }) => to?.[0]?.address)
  expect(recipients).toContain(await emailOf(admin))
  const { attributes } = (await admin.send('GET', path)).body.data
  expect(recipients).not.toContain(attributes.email)
})

it('a message is escaped in the HTML email', async () => {
  await sendMessage({ message: '<img src=x onerror=alert(1)>' })
  const [message] = await sentEmails()
  expect(message?.html).toContain('&lt;img src=x')
  expect(message?.html).not.toContain('<img')
})

it.each([
  ['no message', { message: '  ' }],
  ['an overlong message', { message: 'a'.repeat(5001) }],
  ['an invalid address', { email: 'reader' }],
  ['an address with a header in it', { email: 'a@example.test\r\nBcc: b@example.test' }],
])('%s is refused, and nothing is sent', async (_, body) => {
  expect((await sendMessage(body)).status).toBe(422)
  expect(await sentEmails()).toEqual([])
})

// A3
it('limits messages per address and in total', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 11; count += 1) statuses.push((await sendMessage()).status)
  expect(statuses.filter(status => status === 204)).toHaveLength(10)
  expect(statuses.at(-1)).toBe(429)
})

it('requires a bot check token while the check is on', async () => {
  const recaptcha = { siteKey: 'site', secretKey: 'quiet', url: 'http://127.0.0.1:1/recaptcha/api' }
  const guarded = await createTestApp({ config: { recaptcha } })
  const { status, body } = await guarded.anonymous().call(contract.contactAdministrators, {
    body: { email: 'reader@example.test', message: 'Hello' },
  })
  await guarded.close()
  expect([status, body]).toMatchObject([403, { code: 'auth.bot_suspected' }])
})
