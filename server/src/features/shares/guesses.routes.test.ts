import { beforeEach, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'

// Behind a proxy, so that requests can come from any address.
const t = await openTestApp({ config: { proxies: 1 } })
const ann = await t.signIn()
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

async function lockedLink(owner = ann): Promise<string> {
  const folder = await owner.send('POST', '/api/create-folder', { name: 'Guessed' })
  const { body } = await owner.send('POST', '/api/share', {
    id: folder.body.data.id,
    type: 'folder',
    isPassword: true,
    password: 'open sesame',
  })
  return body.data.attributes.token
}
const guess = async (token: string, ip: string, password = 'a guess') => {
  const headers = { 'x-forwarded-for': ip }
  const path = `/api/sharing/authenticate/${token}`
  return (await t.anonymous().send('POST', path, { password }, { headers })).status
}

// S6
it('limits password guesses on one link across all addresses, without affecting other links', async () => {
  const token = await lockedLink()
  const other = await lockedLink()
  const statuses: number[] = []
  for (let n = 0; n < 45; n += 1) statuses.push(await guess(token, `203.0.113.${n}`))
  expect(statuses.indexOf(429)).toBe(40)
  expect(await guess(token, '203.0.113.99', 'open sesame')).toBe(429)
  expect(await guess(other, '203.0.113.99', 'open sesame')).toBe(200)
})

// S6
it('limits password guesses from one address across all links, without affecting other addresses', async () => {
  const tokens = [await lockedLink(), await lockedLink(), await lockedLink()]
  const statuses: number[] = []
  for (let n = 0; n < 24; n += 1) statuses.push(await guess(tokens[n % 3] ?? '', '198.51.100.7'))
  expect(statuses.indexOf(429)).toBe(20)
  expect(await guess(tokens[0] ?? '', '198.51.100.7', 'open sesame')).toBe(429)
  expect(await guess(tokens[0] ?? '', '198.51.100.8', 'open sesame')).toBe(200)
})

// S6
it('warns the owner once, also of concurrent guesses', async () => {
  const owner = await t.signIn()
  const token = await lockedLink(owner)
  const guesses = Array.from({ length: 14 }, (_, n) => guess(token, `203.0.113.${n}`))
  expect(new Set(await Promise.all(guesses))).toEqual(new Set([401]))
  expect((await owner.send('GET', '/api/notifications')).body.data).toHaveLength(1)
})

// S5
it('limits guesses of link tokens, also for crawlers', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.1', 'user-agent': 'Slackbot-LinkExpanding 1.0' }
  await t.deps.db
    .insertInto('rate_limits')
    .values({
      key: 'unknown-link by ip|192.0.2.1',
      count: 299,
      resets_at: t.deps.now().getTime() + 60_000,
    })
    .execute()
  const token = await lockedLink()
  const statusOf = async (path: string) => (await t.anonymous().fetch(path, { headers })).status
  expect(await statusOf(`/share/${'A'.repeat(22)}`)).toBe(404)
  expect(await statusOf(`/share/${'B'.repeat(22)}`)).toBe(429)
  expect(await statusOf(`/api/sharing/${'C'.repeat(22)}`)).toBe(429)
  // Requests with a valid token are not limited.
  expect(await statusOf(`/share/${token}`)).toBe(200)
})

const eventsOf = async (kind: 'unlocked') =>
  (await t.deps.db.selectFrom('share_events').select('id').where('kind', '=', kind).execute())
    .length

it('records nothing when a link without a password is unlocked', async () => {
  const { body } = await ann.send('POST', '/api/create-folder', { name: 'Open' })
  const shared = await ann.send('POST', '/api/share', { id: body.data.id, type: 'folder' })
  const before = await eventsOf('unlocked')
  expect(await guess(shared.body.data.attributes.token, '203.0.113.1')).toBe(200)
  expect(await eventsOf('unlocked')).toBe(before)
})

it('limits how often one address unlocks a link, without counting it as guesses', async () => {
  const token = await lockedLink()
  const unlock = (ip: string) => guess(token, ip, 'open sesame')
  const setUnlocks = (count: number) =>
    t.deps.db
      .updateTable('rate_limits')
      .set({ count })
      .where('key', 'like', 'link-unlock by ip|%')
      .execute()
  expect(await unlock('203.0.113.1')).toBe(200)
  await setUnlocks(1000)
  for (let n = 0; n < 50; n += 1) expect(await unlock('203.0.113.1')).toBe(429)
  expect(await unlock('203.0.113.2')).toBe(200)
  await setUnlocks(0)
  expect(await unlock('203.0.113.1')).toBe(200)
})

it('records at most a thousand unlocks of a link in an hour', async () => {
  const token = await lockedLink()
  expect(await guess(token, '203.0.113.1', 'open sesame')).toBe(200)
  const { share_id } = await t.deps.db
    .selectFrom('share_events')
    .select('share_id')
    .where('kind', '=', 'unlocked')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const created_at = t.deps.now().getTime()
  const row = { share_id, kind: 'unlocked' as const, created_at }
  const rest = Array.from({ length: 999 }, () => ({ id: t.deps.newId(), ...row }))
  for (let start = 0; start < rest.length; start += 100)
    await t.deps.db
      .insertInto('share_events')
      .values(rest.slice(start, start + 100).map(event => ({ ...NO_DETAILS, ...event })))
      .execute()
  const before = await eventsOf('unlocked')
  expect(await guess(token, '203.0.113.1', 'open sesame')).toBe(200)
  expect(await eventsOf('unlocked')).toBe(before)
})
const NO_DETAILS = { item_id: null, name: null, bytes: null, device: null }
