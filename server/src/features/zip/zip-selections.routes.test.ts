import { zip } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { sharingBy } from '../../../test/sharing.ts'
import { addressOf, download, itemsParam, namesIn, seedZipFolder } from '../../../test/zips.ts'
import { clearOldSelections } from './index.ts'

const t = await openTestApp()

// Z5
describe('a zip selection', () => {
  it.each([
    ['nothing', ''],
    ['an empty list', '?items='],
    ['no type', `?items=${crypto.randomUUID()}`],
    ['another type', `?items=${crypto.randomUUID()}|link`],
    ['no id', '?items=one|file'],
    ['more than a pair', `?items=${crypto.randomUUID()}|file|file`],
  ])('with %s is rejected', async (_, query) => {
    const ann = await t.signIn()
    expect((await ann.send('GET', `/api/zip${query}`)).status).toBe(422)
  })

  it('does not reveal whether another user’s items exist, however they are referenced', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const { top } = await seedZipFolder(ann)
    const own = await folder(eve, 'own')
    const stored = await ann.call(zip.saveZipSelection, { body: { items: [top] } })
    const missing = crypto.randomUUID()
    for (const [otherUsers, missingUrl] of [
      [addressOf([own, top]), addressOf([own, { ...top, id: missing }])],
      [`/api/zip?select_all_in=${top.id}`, `/api/zip?select_all_in=${missing}`],
      [`/api/zip?select_all_in=${ann.userId}`, `/api/zip?select_all_in=${missing}`],
      [`/api/zip?selection=${stored.body.data.id}`, `/api/zip?selection=${missing}`],
    ] as const) {
      const existing = await eve.send('GET', otherUsers)
      const absent = await eve.send('GET', missingUrl)
      expect([existing.status, existing.body.code]).toEqual([404, 'item.not_found'])
      expect({ ...existing.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' })
    }
  })

  it('must match the type of each item', async () => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    expect((await ann.send('GET', addressOf([{ ...top, type: 'file' }]))).status).toBe(422)
  })

  it('can hold ten thousand items, by POST and by a stored selection', async () => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 10_001)
    const rows = await t.deps.db
      .selectFrom('items')
      .select(['id', 'type'])
      .where('parent_id', '=', ann.userId)
      .execute()
    const maximum = rows.slice(1)
    const posted = await ann.fetch('/api/zip', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ items: itemsParam(maximum) }),
    })
    expect(posted.status).toBe(200)
    const body = Buffer.from(await posted.arrayBuffer())
    expect(await namesIn(body)).toHaveLength(10_000)
    const stored = await ann.call(zip.saveZipSelection, { body: { items: maximum } })
    const again = await download(ann, `/api/zip?selection=${stored.body.data.id}`)
    expect(again.body.equals(body)).toBe(true)
    expect((await ann.call(zip.saveZipSelection, { body: { items: rows } })).status).toBe(422)
    t.advance(2 * 86_400_000)
    await clearOldSelections(t.deps)
    expect((await ann.send('GET', `/api/zip?selection=${stored.body.data.id}`)).status).toBe(404)
  })
})

describe('stored selections', () => {
  const storedRows = (actorKey: string) =>
    t.deps.db
      .selectFrom('zip_selections')
      .select('items')
      .where('actor_key', '=', actorKey)
      .execute()

  it('contain each item once', async () => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    const { id, type } = top
    const sent = Array.from({ length: 5000 }, () => ({ id, type }))
    await ann.call(zip.saveZipSelection, { body: { items: sent } })
    const [row] = await storedRows(ann.userId)
    expect(JSON.parse(row?.items ?? '')).toEqual([{ id, type }])
  })

  it('of one link take up to a megabyte; the oldest are deleted', async () => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    await seedFiles(t.deps, ann.userId, 5000, top.id)
    const token = await sharingBy(ann).share(top.id, { permission: 'visitor' })
    const rows = await t.deps.db
      .selectFrom('items')
      .select(['id', 'type'])
      .where('parent_id', '=', top.id)
      .execute()
    const guest = t.anonymous()
    const storeSelection = async () =>
      (await guest.send('POST', `/api/sharing/zip/selections/${token}`, { items: rows })).body.data
        .id as string
    const ids: string[] = []
    for (let count = 0; count < 6; count += 1) ids.push(await storeSelection())
    const share = await t.deps.db
      .selectFrom('shares')
      .select('id')
      .where('item_id', '=', top.id)
      .executeTakeFirstOrThrow()
    const stored = await storedRows(`share:${share.id}`)
    const bytes = stored.reduce((sum, { items }) => sum + items.length, 0)
    expect(bytes).toBeLessThanOrEqual(1024 * 1024)
    expect(stored.length).toBeGreaterThan(1)
    const statusOf = async (id = '') =>
      (await guest.fetch(`/api/sharing/zip/${token}?selection=${id}`)).status
    expect([await statusOf(ids[0]), await statusOf(ids.at(-1))]).toEqual([404, 200])
  })
})
