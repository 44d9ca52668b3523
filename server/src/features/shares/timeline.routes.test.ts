import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { clearOldEvents } from './index.ts'

const t = await openTestApp()

describe('visits without cookies', () => {
  it('count up to a limit per address', async () => {
    const ann = await t.signIn()
    const { folder, share } = sharingBy(ann)
    const id = await folder('Folder')
    const token = await share(id)
    for (let count = 0; count < 40; count += 1)
      await fetch(`${t.origin}/api/sharing/${token}`, {
        headers: { 'user-agent': `Program ${count}` },
      })
    const { body } = await ann.send('GET', `/api/share/${token}`)
    expect(body.data.attributes.visits).toBe(20)
  })
})

/** Fills the activity of a new link. @returns its token, the id of the share and the first time */
async function linkWithEvents(kind: 'opened' | 'viewed', count: number) {
  const ann = await t.signIn()
  const { body } = await ann.upload({ filename: 'a.txt', content: 'text' })
  const token = await sharingBy(ann).share(body.data.id, {}, 'file')
  const { id: share_id } = await t.deps.db
    .selectFrom('shares')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()
  const at = t.deps.now().getTime()
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `${share_id}-${index}`,
    share_id,
    kind,
    created_at: at + index,
    item_id: null,
    name: null,
    bytes: null,
    device: null,
  }))
  for (let start = 0; start < rows.length; start += 100)
    await t.deps.db
      .insertInto('share_events')
      .values(rows.slice(start, start + 100))
      .execute()
  return { token, share_id, at, fileId: body.data.id }
}

describe('a download that does not begin at the first byte', () => {
  it('counts unless the guest has begun it before', async () => {
    const ann = await t.signIn()
    const { body } = await ann.upload({ filename: 'a.bin', content: 'some content' })
    const token = await sharingBy(ann).share(body.data.id, {}, 'file')
    const guest = (agent: string, range: string) =>
      t.anonymous().fetch(`/share/${token}/direct`, {
        headers: { range: `bytes=${range}`, 'user-agent': agent },
      })
    const downloads = async () => {
      const { attributes } = (await ann.send('GET', `/api/share/${token}`)).body.data
      const events = (await ann.send('GET', `/api/share/${token}/events`)).body.data
      expect(events).toHaveLength(attributes.downloads)
      return attributes.downloads
    }
    const resumed = await guest('one', '1-')
    expect([resumed.status, await resumed.text()]).toEqual([206, 'ome content'])
    expect(await downloads()).toBe(1)
    for (const range of ['5-', '2-3', '-1']) {
      const statements = await t.countQueries(() => guest('one', range))
      expect(statements.filter(sql => /(insert into|update) "share/.test(sql))).toEqual([])
    }
    expect(await downloads()).toBe(1)
    await guest('two', '0-0')
    await guest('two', '1-')
    expect(await downloads()).toBe(2)
    await guest('two', '8-9, 0-1')
    expect(await downloads()).toBe(3)
    t.advance(25 * 3_600_000)
    await guest('two', '5-')
    expect(await downloads()).toBe(4)
  })
})

it('the activity of a link keeps its newest entries', async () => {
  const { share_id, at } = await linkWithEvents('opened', 6003)
  await clearOldEvents(t.deps)
  const remaining = await t.deps.db
    .selectFrom('share_events')
    .select(eb => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('share_id', '=', share_id)
    .executeTakeFirstOrThrow()
  expect([Number(remaining.count), Number(remaining.oldest)]).toEqual([5000, at + 1003])
})

it('views and downloads add up to a thousand entries an hour', async () => {
  const { token, share_id, fileId } = await linkWithEvents('viewed', 998)
  const views = async () => {
    const row = await t.deps.db
      .selectFrom('share_events')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('share_id', '=', share_id)
      .where('kind', '=', 'viewed')
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }
  const view = () => fetch(`${t.origin}/file/${fileId}/shared/${token}`)
  for (let count = 0; count < 4; count += 1) expect(await (await view()).text()).toBe('text')
  expect(await views()).toBe(1000)
  t.advance(3_700_000)
  await view()
  expect(await views()).toBe(1001)
})
