import { beforeAll, describe, expect, it } from 'vitest'
import { countBlocked } from '../../../test/concurrent-statements.ts'
import { endpoints, sendBy, variantsOf } from '../../../test/endpoints.ts'
import { exampleFor, seed } from '../../../test/example-requests.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { OwnedData } from '../../../test/owned-data.ts'
import { sharingBy } from '../../../test/sharing.ts'
import type { TestClient } from '../../../test/test-client.ts'

const PASSWORD = 'open sesame'
const t = await openTestApp()
const ann = await t.signIn()
const { folder, share, change } = sharingBy(ann)
const unlock = (client: TestClient, token: string, password = PASSWORD) =>
  client.send('POST', `/api/sharing/authenticate/${token}`, { password })
const list = (client: TestClient, token: string) =>
  client.send('GET', `/api/sharing/folders/all/${token}`)
const locked = { isPassword: true, password: PASSWORD }
const linkCookies = ({ cookies }: TestClient) =>
  [...cookies].filter(([name]) => name.includes('link_'))

describe('a protected link', () => {
  // S1
  const guarded = endpoints
    .filter(({ access }) => access === 'share')
    .flatMap(endpoint =>
      variantsOf(endpoint).map(variant => ({
        endpoint,
        variant,
        name: [variant.method, variant.path, variant.as].join(' ').trim(),
      })),
    )
  let own: OwnedData
  beforeAll(async () => {
    const owner = await t.signIn()
    own = await seed(owner, 'secret')
    for (const token of [own.link, own.fileLink])
      await owner.send('PATCH', `/api/share/${token}`, { password: PASSWORD })
  })
  it.each(guarded)('reveals nothing before it is unlocked: $name', async call => {
    const reply = await sendBy(
      t.anonymous(),
      call.endpoint,
      call.variant,
      exampleFor(call.endpoint, own),
    )
    expect(reply.status).toBe(401)
    expect(JSON.stringify(reply.body)).not.toContain('secret')
    if (call.variant.method !== 'HEAD') expect(reply.body.code).toBe('share.locked')
  })

  it('only reveals that it is protected', async () => {
    const token = await share(await folder('Secret plans'), { ...locked, download_limit: 5 })
    const { body } = await t.anonymous().send('GET', `/api/sharing/${token}`)
    expect(body.data.attributes).toEqual({
      token,
      protected: true,
      is_unlocked: false,
      permission: null,
      type: null,
      item_id: null,
      name: null,
      expires_at: null,
      downloads_left: null,
    })
    expect(body.data.relationships.owner.data).toBeNull()
  })

  it('stays unlocked in a browser that has unlocked several links', async () => {
    const tokens = [
      await share(await folder('One'), locked),
      await share(await folder('Two'), locked),
    ]
    const guest = t.anonymous()
    for (const token of tokens) expect((await unlock(guest, token)).status).toBe(200)
    for (const token of tokens) expect((await list(guest, token)).status).toBe(200)
    for (const token of tokens) expect((await list(t.anonymous(), token)).status).toBe(401)
  })

  it('rejects an unlock cookie that is forged, expired or belongs to another link', async () => {
    const token = await share(await folder('A'), locked)
    const other = await share(await folder('B'), locked)
    const guest = t.anonymous()
    await unlock(guest, token)
    const [[name = '', value = ''] = []] = linkCookies(guest)
    const open = async (cookie: string) => {
      const thief = t.anonymous()
      thief.cookies.set(name, cookie)
      return (await list(thief, token)).status
    }
    expect(await open(value)).toBe(200)
    const [until = '', signature = ''] = value.split('.')
    for (const forged of ['1', `${until}.`, `${until}.${'A'.repeat(43)}`, `9${until}.${signature}`])
      expect(await open(forged)).toBe(401)
    const stranger = t.anonymous()
    await unlock(stranger, other)
    const [[, foreign = ''] = []] = linkCookies(stranger)
    expect(await open(foreign)).toBe(401)
    t.advance(31 * 86_400_000)
    expect(await open(value)).toBe(401)
    t.advance(-31 * 86_400_000)
  })

  // S7
  it('locks out unlocked guests when its password changes', async () => {
    const token = await share(await folder('Changed'), locked)
    const guest = t.anonymous()
    await unlock(guest, token)
    const oldCookies = linkCookies(guest)
    await change(token, { password: 'another one' })
    expect((await list(guest, token)).body.code).toBe('share.locked')
    expect((await unlock(guest, token)).body.code).toBe('share.password_wrong')
    await unlock(guest, token, 'another one')
    expect((await list(guest, token)).status).toBe(200)
    await change(token, { password: PASSWORD })
    for (const [name, value] of oldCookies) guest.cookies.set(name, value)
    expect((await list(guest, token)).status).toBe(401)
    await change(token, { protected: false })
    expect((await list(guest, token)).status).toBe(200)
  })

  it('keeps its password when null is sent for it', async () => {
    const token = await share(await folder('Kept'), locked)
    for (const body of [{ protected: true, password: null }, { password: null }]) {
      const reply = await change(token, body)
      expect([reply.status, reply.body.data.attributes.protected]).toEqual([200, true])
    }
    expect((await list(t.anonymous(), token)).body.code).toBe('share.locked')
    const guest = t.anonymous()
    expect((await unlock(guest, token)).status).toBe(200)
    expect((await list(guest, token)).status).toBe(200)
  })

  it('cannot be protected without a password', async () => {
    const token = await share(await folder('Open'))
    const reply = await change(token, { protected: true, password: null })
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['password']])
  })

  // S6
  it('limits password guesses by link and by address', async () => {
    const token = await share(await folder('Guessed'), locked)
    const guest = t.anonymous()
    const statuses: number[] = []
    for (let attempts = 0; attempts < 25; attempts += 1)
      statuses.push((await unlock(guest, token, `guess ${attempts}`)).status)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(statuses.at(-1)).toBe(429)
    // Even the correct password is rejected once the limit is reached.
    const late = await unlock(guest, token)
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    const events = await ann.send('GET', `/api/share/${token}/events`)
    expect(events.body.data[0].attributes.kind).toBe('wrong_password')
    const { body } = await ann.send('GET', '/api/notifications')
    const alerts = body.data.filter(
      (notification: { attributes: { category: string } }) =>
        notification.attributes.category === 'link-alert',
    )
    expect(alerts.length).toBe(1)
    expect(alerts[0].attributes.title).toContain('Guessed')
    t.advance(16 * 60_000)
    expect((await unlock(guest, token)).status).toBe(200)
  })
})

// S5
it('unknown, revoked, trashed and expired tokens get the same response', async () => {
  const ended = await share(await folder('Ended'))
  await ann.send('DELETE', '/api/share/revoke', { tokens: [ended] })
  const trashedFolder = await folder('Asleep')
  const trashed = await share(trashedFolder)
  await ann.send('POST', '/api/remove', { items: [{ id: trashedFolder, type: 'folder' }] })
  const expired = await share(await folder('Expired'), { ...locked, expiration: 1 })
  t.advance(3_600_000)
  const ask = async (token: string) => {
    const { status, body } = await t.anonymous().send('GET', `/api/sharing/${token}`)
    return { status, ...body, request_id: '' }
  }
  const real = ['A'.repeat(22), ended, trashed, expired]
  const answers = await Promise.all([...real, 'x', '%00', 'a'.repeat(190)].map(ask))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ status: 404, code: 'share.not_found' })
  // The number of statements is the same too, and no password is verified.
  const work = []
  for (const token of real) work.push(await t.countQueries(() => ask(token)))
  for (const statements of work) expect(statements).toEqual(work[0])
  t.advance(-3_600_000)
})

const CONTENT = 'x'.repeat(1000)
let fileId: string
/** A new link to a new file. */
const fileLink = async (options: object) => {
  fileId = (await ann.upload({ filename: 'shared.txt', content: CONTENT })).body.data.id
  return share(fileId, options, 'file')
}
const get = (client: TestClient, token: string, init: RequestInit = {}) =>
  client.fetch(`/file/${fileId}/shared/${token}`, init)
const part = (range: string) => ({ headers: { range: `bytes=${range}` } })
const countDownloads = async (token: string): Promise<number> =>
  (await ann.send('GET', `/api/share/${token}`)).body.data.attributes.downloads

/** On PostgreSQL all ranges wait for the share, so that none sees the allowance of another. */
async function getTogether(client: TestClient, token: string, ranges: string[]) {
  const send = () => Promise.all(ranges.map(range => get(client, token, part(range))))
  const sendBehindLock = () =>
    t.deps.db.transaction().execute(async tx => {
      await tx.updateTable('shares').set({ visits: 1 }).where('item_id', '=', fileId).execute()
      const replies = send()
      // PostgreSQL lists the waiting statements once per transaction, so it is asked outside of it.
      // A caller has three transactions at a time; further ones wait in memory.
      await expect.poll(() => countBlocked(t.deps.db)).toBe(Math.min(3, ranges.length))
      return { replies }
    })
  const { replies } = t.database.url ? await sendBehindLock() : { replies: send() }
  return (await replies).map(({ status }) => status)
}

// S8
describe('a limited link', () => {
  const limited = (limit: number) => fileLink({ download_limit: limit })

  it('allows one of several concurrent downloads', async () => {
    const token = await limited(1)
    const replies = await Promise.all([1, 2, 3].map(() => get(t.anonymous(), token)))
    const statuses = replies.map(reply => reply.status).sort()
    expect(statuses).toEqual([200, 410, 410])
    await Promise.all(replies.map(reply => reply.arrayBuffer()))
    const known = await ann.send('GET', `/api/share/${token}`)
    expect(known.body.data.attributes).toMatchObject({ downloads: 1, is_open: false })
    const other = t.anonymous()
    other.cookies.set('coffer.visitor', 'B'.repeat(22))
    expect((await other.send('GET', `/api/sharing/${token}`)).body.code).toBe('share.exhausted')
  })

  it('counts the ranges of one download once, and ranges sent again as another download', async () => {
    const token = await limited(1)
    const guest = t.anonymous()
    await guest.send('GET', `/api/sharing/${token}`)
    expect((await get(guest, token, part('0-499'))).status).toBe(206)
    expect((await get(t.anonymous(), token, part('500-999'))).status).toBe(410)
    expect((await get(guest, token, part('500-999'))).status).toBe(206)
    expect((await get(guest, token, part('0-499'))).status).toBe(410)
  })

  it('counts concurrent ranges once', async () => {
    const token = await limited(1)
    const guest = t.anonymous()
    await guest.send('GET', `/api/sharing/${token}`)
    const ranges = ['0-249', '250-499', '500-749', '750-999']
    expect(await getTogether(guest, token, ranges)).toEqual([206, 206, 206, 206])
    expect(await countDownloads(token)).toBe(1)
  })

  it('counts neither HEAD requests nor crawlers', async () => {
    const token = await limited(1)
    expect((await get(t.anonymous(), token, { method: 'HEAD' })).status).toBe(200)
    const crawler = { headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' } }
    expect((await get(t.anonymous(), token, crawler)).status).toBe(403)
    expect((await get(t.anonymous(), token)).status).toBe(200)
  })

  it('allows further downloads once the limit is raised', async () => {
    const token = await limited(1)
    await (await get(t.anonymous(), token)).arrayBuffer()
    expect((await get(t.anonymous(), token)).status).toBe(410)
    await change(token, { download_limit: 2 })
    expect((await get(t.anonymous(), token)).status).toBe(200)
    expect((await get(t.anonymous(), token)).status).toBe(410)
  })

  it('counts a zip as one download', async () => {
    const top = await folder('Zipped')
    await ann.upload({ filename: 'in.txt', parent_id: top, content: CONTENT })
    const token = await share(top, { download_limit: 1 })
    const zip = () => t.anonymous().fetch(`/api/sharing/zip/${token}?select_all_in=all`)
    const first = await zip()
    const second = await zip()
    expect([first.status, second.status]).toEqual([200, 410])
  })
})

describe('a link without a limit', () => {
  const visited = async () => {
    const token = await fileLink({})
    const guest = t.anonymous()
    await guest.send('GET', `/api/sharing/${token}`)
    return { token, guest }
  }
  const asDownload = (token: string) => `${token}?download=1`

  it('counts concurrent ranges of a resumed download once', async () => {
    const { token, guest } = await visited()
    const ranges = ['250-499', '500-749', '750-999']
    expect(await getTogether(guest, asDownload(token), ranges)).toEqual([206, 206, 206])
    expect(await countDownloads(token)).toBe(1)
  })

  it('gives guests nothing beyond a limit that is set later', async () => {
    const { token, guest } = await visited()
    await get(guest, asDownload(token), part('0-499'))
    await change(token, { download_limit: 1 })
    expect((await get(guest, asDownload(token), part('500-999'))).status).toBe(410)
    expect((await guest.send('GET', `/api/sharing/${token}`)).body.code).toBe('share.exhausted')
  })

  it('counts a download that leaves out the first byte after a view', async () => {
    const { token, guest } = await visited()
    await get(guest, token)
    await get(guest, token, part('500-999'))
    expect(await countDownloads(token)).toBe(0)
    for (const range of ['1-', '500-999']) await get(guest, asDownload(token), part(range))
    expect(await countDownloads(token)).toBe(1)
  })
})
