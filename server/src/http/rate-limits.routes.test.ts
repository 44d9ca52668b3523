import { auth } from '@coffer/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { makeTeam } from '../../test/teams.ts'
import { clearExpiredTries } from './rate-limits.ts'

const PASSWORD = 'correct horse battery'
const MINUTE_MS = 60_000
// Behind a proxy, so that callers can come from anywhere.
const t = await openTestApp({ config: { proxies: 1 } })
let people = 0
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
const anywhere = () => `198.51.100.${Math.floor(Math.random() * 250)}`
async function newAddress(): Promise<string> {
  people += 1
  const email = `limited-${people}@example.test`
  const body = { name: 'Ann', email, password: PASSWORD }
  await t.anonymous().send('POST', auth.signUp.path, body, from(anywhere()))
  return email
}

const wrong = (email: string, ip: string, client = t.anonymous()) =>
  client.send('POST', auth.signIn.path, { email, password: 'not the password' }, from(ip))
const right = (email: string, ip: string, client = t.anonymous()) =>
  client.send('POST', auth.signIn.path, { email, password: PASSWORD }, from(ip))
async function statuses(count: number, attempt: (n: number) => Promise<{ status: number }>) {
  const found: number[] = []
  for (let n = 0; n < count; n += 1) found.push((await attempt(n)).status)
  return found
}

// A3
describe('signing in', () => {
  it('is slowed down for one address, wherever the tries come from', async () => {
    const email = await newAddress()
    const tries = await statuses(12, n => wrong(email, `203.0.113.${n}`))
    expect(tries).toEqual([...Array(10).fill(401), 429, 429])
    const refused = await right(email, '203.0.113.99')
    expect([refused.status, refused.body.code]).toEqual([429, 'request.too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
  })

  it('is slowed down alike for an address that nobody has', async () => {
    const tries = await statuses(11, n => wrong('nobody@example.test', `203.0.113.${n}`))
    expect(tries).toEqual([...Array(10).fill(401), 429])
  })

  it('is slowed down for one network, whatever the addresses', async () => {
    const tries = await statuses(62, n => wrong(`nobody-${n}@example.test`, `2001:db8::${n + 1}`))
    expect(tries).toEqual([...Array(60).fill(401), 429, 429])
    expect((await wrong('nobody@example.test', '2001:db8:0:1::1')).status).toBe(401)
  })

  it('is slowed down whatever a caller tells the proxy of where he comes from', async () => {
    const tries = await statuses(62, n =>
      wrong(`nobody-${n}@example.test`, `192.0.2.${n}, 203.0.113.9`),
    )
    expect(tries).toEqual([...Array(60).fill(401), 429, 429])
  })

  it('is refused before anything is hashed where the password is a megabyte', async () => {
    const email = await newAddress()
    const body = { email, password: 'x'.repeat(1_000_000) }
    const { status } = await t.anonymous().send('POST', auth.signIn.path, body, from('203.0.113.7'))
    expect(status).toBe(422)
  })

  it('counts tries that come all at once', async () => {
    const email = await newAddress()
    const all = Array.from({ length: 30 }, (_, n) => wrong(email, `203.0.113.${n}`))
    const tries = (await Promise.all(all)).map(reply => reply.status)
    expect(tries.filter(status => status === 401)).toHaveLength(10)
    expect(tries.filter(status => status === 429)).toHaveLength(20)
  })

  it('is open again when the time is over', async () => {
    const own = await newAddress()
    await statuses(11, () => wrong(own, anywhere()))
    t.advance(15 * MINUTE_MS)
    expect((await right(own, anywhere())).status).toBe(200)
  })

  it('does not count tries that succeed', async () => {
    const email = await newAddress()
    expect(await statuses(15, () => right(email, '203.0.113.7'))).toEqual(Array(15).fill(200))
  })

  it('never locks out the owner on a device he has used before', async () => {
    const email = await newAddress()
    const owner = t.anonymous()
    const ip = '203.0.113.7'
    await right(email, ip, owner)
    owner.cookies.delete('coffer.session_token')
    await statuses(11, () => wrong(email, ip))
    expect((await right(email, ip)).status).toBe(429)
    expect((await right(email, ip, owner)).status).toBe(200)
  })

  it('is slowed down on a known device too, and knows it for its own address only', async () => {
    const email = await newAddress()
    const other = await newAddress()
    const thief = t.anonymous()
    await right(email, anywhere(), thief)
    thief.cookies.delete('coffer.session_token')
    const tries = await statuses(11, () => wrong(email, anywhere(), thief))
    expect(tries).toEqual([...Array(10).fill(401), 429])
    await statuses(11, () => wrong(other, anywhere()))
    expect((await wrong(other, anywhere(), thief)).status).toBe(429)
  })
})

it('signing up is slowed down for one network', async () => {
  const body = (n: number) => ({ name: 'Ann', email: `many-${n}@example.test`, password: PASSWORD })
  const ip = '203.0.113.8'
  const tries = await statuses(21, n =>
    t.anonymous().send('POST', auth.signUp.path, body(n), from(ip)),
  )
  expect(tries).toEqual([...Array(20).fill(200), 429])
})

it('guessing the present password of an open session is slowed down', async () => {
  const client = await t.signIn()
  const body = { currentPassword: 'not the password', newPassword: 'battery staple' }
  const tries = await statuses(11, () => client.call(auth.changePassword, { body }))
  expect(tries).toEqual([...Array(10).fill(422), 429])
})

it('what has run out is cleared away, the rest stays', async () => {
  await wrong('nobody@example.test', '203.0.113.9')
  const kept = async () => (await t.deps.db.selectFrom('rate_limits').selectAll().execute()).length
  expect(await kept()).toBe(2)
  t.advance(6 * MINUTE_MS)
  await clearExpiredTries(t.deps)
  expect(await kept()).toBe(1)
  t.advance(10 * MINUTE_MS)
  await clearExpiredTries(t.deps)
  expect(await kept()).toBe(0)
})

describe('team invitations', () => {
  const invitations = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      email: `invited-${from + index}@example.test`,
      permission: 'can_view' as const,
    }))

  it('are limited per address, whatever call brings them', async () => {
    const client = await t.signIn()
    const created = await makeTeam(client, 'First', invitations(0, 60))
    const path = `/api/teams/folders/${created.id}`
    const more = { invitations: invitations(0, 100) }
    expect((await client.send('PUT', path, more)).status).toBe(200)
    const mails = () => t.deps.db.selectFrom('team_invitations').selectAll().execute()
    const before = (await mails()).length
    const body = { name: 'Second', invitations: invitations(200, 1) }
    const refused = await client.send('POST', '/api/teams/folders', body)
    expect([refused.status, refused.body.code]).toEqual([429, 'request.too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await mails()).toHaveLength(before)
  })

  it('that wait already are not counted again when permissions change', async () => {
    const client = await t.signIn()
    const { id } = await makeTeam(client, 'Changing', invitations(0, 60))
    for (const permission of ['can_edit', 'can_view', 'can_edit']) {
      const changed = invitations(0, 60).map(one => ({ ...one, permission }))
      const { status } = await client.send('PUT', `/api/teams/folders/${id}`, {
        invitations: changed,
      })
      expect(status).toBe(200)
    }
  })
})
