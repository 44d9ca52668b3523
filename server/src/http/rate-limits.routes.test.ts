import { auth } from '@coffer/contract'
import { MINUTE_MS } from '@coffer/contract/durations'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestApp } from '../../test/open-test-app.ts'
import { makeTeam } from '../../test/teams.ts'
import { deleteExpiredRateLimits } from './rate-limits.ts'

const PASSWORD = 'correct horse battery'
// Behind a proxy, so that requests can come from any address.
const t = await openTestApp({ config: { proxies: 1 } })
let userCount = 0
beforeEach(() => t.deps.db.deleteFrom('rate_limits').execute())

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
const anywhere = () => `198.51.100.${Math.floor(Math.random() * 250)}`
async function newAddress(): Promise<string> {
  userCount += 1
  const email = `limited-${userCount}@example.test`
  const body = { name: 'Ann', email, password: PASSWORD }
  await t.anonymous().send('POST', auth.signUp.path, body, from(anywhere()))
  return email
}

const signInWrongly = (email: string, ip: string, client = t.anonymous()) =>
  client.send('POST', auth.signIn.path, { email, password: 'not the password' }, from(ip))
const signIn = (email: string, ip: string, client = t.anonymous()) =>
  client.send('POST', auth.signIn.path, { email, password: PASSWORD }, from(ip))
async function statuses(count: number, attempt: (n: number) => Promise<{ status: number }>) {
  const codes: number[] = []
  for (let n = 0; n < count; n += 1) codes.push((await attempt(n)).status)
  return codes
}

// A3
describe('sign-in', () => {
  it('is limited per email address, across all networks', async () => {
    const email = await newAddress()
    const attempts = await statuses(12, n => signInWrongly(email, `203.0.113.${n}`))
    expect(attempts).toEqual([...Array(10).fill(401), 429, 429])
    const refused = await signIn(email, '203.0.113.99')
    expect([refused.status, refused.body.code]).toEqual([429, 'request.too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60)
  })

  it('is limited in the same way for an unknown email address', async () => {
    const attempts = await statuses(11, n =>
      signInWrongly('unknown@example.test', `203.0.113.${n}`),
    )
    expect(attempts).toEqual([...Array(10).fill(401), 429])
  })

  it('is limited per network, across all email addresses', async () => {
    const attempts = await statuses(62, n =>
      signInWrongly(`unknown-${n}@example.test`, `2001:db8::${n + 1}`),
    )
    expect(attempts).toEqual([...Array(60).fill(401), 429, 429])
    expect((await signInWrongly('unknown@example.test', '2001:db8:0:1::1')).status).toBe(401)
  })

  it('is limited whatever address the client claims to the proxy', async () => {
    const attempts = await statuses(62, n =>
      signInWrongly(`unknown-${n}@example.test`, `192.0.2.${n}, 203.0.113.9`),
    )
    expect(attempts).toEqual([...Array(60).fill(401), 429, 429])
  })

  it('rejects a password of a megabyte before hashing', async () => {
    const email = await newAddress()
    const body = { email, password: 'x'.repeat(1_000_000) }
    const { status } = await t.anonymous().send('POST', auth.signIn.path, body, from('203.0.113.7'))
    expect(status).toBe(422)
  })

  it('counts concurrent attempts', async () => {
    const email = await newAddress()
    const all = Array.from({ length: 30 }, (_, n) => signInWrongly(email, `203.0.113.${n}`))
    const attempts = (await Promise.all(all)).map(reply => reply.status)
    expect(attempts.filter(status => status === 401)).toHaveLength(10)
    expect(attempts.filter(status => status === 429)).toHaveLength(20)
  })

  it("is possible again after the limit's period", async () => {
    const email = await newAddress()
    await statuses(11, () => signInWrongly(email, anywhere()))
    t.advance(15 * MINUTE_MS)
    expect((await signIn(email, anywhere())).status).toBe(200)
  })

  it('does not count successful attempts', async () => {
    const email = await newAddress()
    expect(await statuses(15, () => signIn(email, '203.0.113.7'))).toEqual(Array(15).fill(200))
  })

  it('never locks out the owner on a known device', async () => {
    const email = await newAddress()
    const owner = t.anonymous()
    const ip = '203.0.113.7'
    await signIn(email, ip, owner)
    owner.cookies.delete('coffer.session_token')
    await statuses(11, () => signInWrongly(email, ip))
    expect((await signIn(email, ip)).status).toBe(429)
    expect((await signIn(email, ip, owner)).status).toBe(200)
  })

  it('is limited on a known device too, which is known for its own email address only', async () => {
    const email = await newAddress()
    const other = await newAddress()
    const thief = t.anonymous()
    await signIn(email, anywhere(), thief)
    thief.cookies.delete('coffer.session_token')
    const attempts = await statuses(11, () => signInWrongly(email, anywhere(), thief))
    expect(attempts).toEqual([...Array(10).fill(401), 429])
    await statuses(11, () => signInWrongly(other, anywhere()))
    expect((await signInWrongly(other, anywhere(), thief)).status).toBe(429)
  })

  it('makes the device that changes the password the only known one', async () => {
    const email = await newAddress()
    const [thief, owner] = [t.anonymous(), t.anonymous()]
    await signIn(email, anywhere(), thief)
    await signIn(email, anywhere(), owner)
    const newPassword = 'battery staple correct'
    const body = { currentPassword: PASSWORD, newPassword }
    expect((await owner.call(auth.changePassword, { body })).status).toBe(200)
    for (const device of [thief, owner]) device.cookies.delete('coffer.session_token')
    await statuses(11, () => signInWrongly(email, anywhere()))
    expect((await signInWrongly(email, anywhere(), thief)).status).toBe(429)
    const again = { email, password: newPassword }
    expect((await owner.send('POST', auth.signIn.path, again)).status).toBe(200)
  })
})

it('limits sign-ups per network', async () => {
  const body = (n: number) => ({ name: 'Ann', email: `many-${n}@example.test`, password: PASSWORD })
  const ip = '203.0.113.8'
  const attempts = await statuses(21, n =>
    t.anonymous().send('POST', auth.signUp.path, body(n), from(ip)),
  )
  expect(attempts).toEqual([...Array(20).fill(200), 429])
})

it('limits guesses of the current password in an open session', async () => {
  const client = await t.signIn()
  const body = { currentPassword: 'not the password', newPassword: 'battery staple' }
  const attempts = await statuses(11, () => client.call(auth.changePassword, { body }))
  expect(attempts).toEqual([...Array(10).fill(422), 429])
})

it('deletes expired limits and keeps the others', async () => {
  await signInWrongly('unknown@example.test', '203.0.113.9')
  const countLimits = async () =>
    (await t.deps.db.selectFrom('rate_limits').selectAll().execute()).length
  expect(await countLimits()).toBe(2)
  t.advance(6 * MINUTE_MS)
  await deleteExpiredRateLimits(t.deps)
  expect(await countLimits()).toBe(1)
  t.advance(10 * MINUTE_MS)
  await deleteExpiredRateLimits(t.deps)
  expect(await countLimits()).toBe(0)
})

describe('team invitations', () => {
  const invitations = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      email: `invited-${from + index}@example.test`,
      permission: 'can_view' as const,
    }))

  it('are limited per invited address, across all calls', async () => {
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

  it('that are pending are not counted again when permissions change', async () => {
    const client = await t.signIn()
    const { id } = await makeTeam(client, 'Changing', invitations(0, 60))
    for (const permission of ['can_edit', 'can_view', 'can_edit']) {
      const changed = invitations(0, 60).map(invitation => ({ ...invitation, permission }))
      const { status } = await client.send('PUT', `/api/teams/folders/${id}`, {
        invitations: changed,
      })
      expect(status).toBe(200)
    }
  })
})
