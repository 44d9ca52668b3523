import { zip } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { addressOf, download, furnished, namesIn, written } from '../../../test/zips.ts'
import { clearOldSelections } from './index.ts'

const t = await openTestApp()

// Z5
describe('what is asked for', () => {
  it.each([
    ['nothing', ''],
    ['an empty list', '?items='],
    ['no type', `?items=${crypto.randomUUID()}`],
    ['another type', `?items=${crypto.randomUUID()}|link`],
    ['no id', '?items=one|file'],
    ['more than a pair', `?items=${crypto.randomUUID()}|file|file`],
  ])('with %s is no list', async (_, query) => {
    const ann = await t.signIn()
    expect((await ann.send('GET', `/api/zip${query}`)).status).toBe(422)
  })

  it('is not told to exist when it is somebody else’s, in whatever way it is named', async () => {
    const [ann, eve] = [await t.signIn(), await t.signIn()]
    const { top } = await furnished(ann)
    const own = await folder(eve, 'own')
    const kept = await ann.call(zip.keepZipSelection, { body: { items: [top] } })
    const missing = crypto.randomUUID()
    for (const [hers, none] of [
      [addressOf([own, top]), addressOf([own, { ...top, id: missing }])],
      [`/api/zip?all_in=${top.id}`, `/api/zip?all_in=${missing}`],
      [`/api/zip?all_in=${ann.userId}`, `/api/zip?all_in=${missing}`],
      [`/api/zip?selection=${kept.body.data.id}`, `/api/zip?selection=${missing}`],
    ] as const) {
      const [one, other] = [await eve.send('GET', hers), await eve.send('GET', none)]
      expect([one.status, one.body.code]).toEqual([404, 'item.not_found'])
      expect({ ...one.body, request_id: '' }).toEqual({ ...other.body, request_id: '' })
    }
  })

  it('has to be what it is said to be', async () => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    expect((await ann.send('GET', addressOf([{ ...top, type: 'file' }]))).status).toBe(422)
  })

  it('may be ten thousand items, by the specified POST and by an address of its own', async () => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 10_001)
    const rows = await t.deps.db
      .selectFrom('items')
      .select(['id', 'type'])
      .where('parent_id', '=', ann.userId)
      .execute()
    const most = rows.slice(1)
    const posted = await ann.fetch('/api/zip', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ items: written(most) }),
    })
    expect(posted.status).toBe(200)
    const body = Buffer.from(await posted.arrayBuffer())
    expect(await namesIn(body)).toHaveLength(10_000)
    const kept = await ann.call(zip.keepZipSelection, { body: { items: most } })
    const again = await download(ann, `/api/zip?selection=${kept.body.data.id}`)
    expect(again.body.equals(body)).toBe(true)
    expect((await ann.call(zip.keepZipSelection, { body: { items: rows } })).status).toBe(422)
    t.advance(2 * 86_400_000)
    await clearOldSelections(t.deps)
    expect((await ann.send('GET', `/api/zip?selection=${kept.body.data.id}`)).status).toBe(404)
  })
})
