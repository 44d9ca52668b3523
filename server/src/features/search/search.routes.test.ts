import { describe, expect, it } from 'vitest'
import { file, folder, type Ref } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { indexQueuedItems } from './index.ts'
import { searchPeople } from './people.service.ts'

const t = await openTestApp()

interface Hit {
  id: string
  type: string
  attributes: { name: string }
  meta: {
    fit: string
    marks: [number, number][]
    path: { name: string }[]
    snippet: { text: string; marks: [number, number][] } | null
  }
}

async function search(client: TestClient, query: Record<string, string | number>): Promise<Hit[]> {
  await indexQueuedItems(t.deps)
  const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, `${value}`])
  const { status, body } = await client.send('GET', `/api/search?${new URLSearchParams(pairs)}`)
  expect(status).toBe(200)
  return body.data
}
const names = async (client: TestClient, query: string | Record<string, string | number>) =>
  (await search(client, typeof query === 'string' ? { query } : query)).map(
    hit => hit.attributes.name,
  )
const refs = ({ id, type }: Ref) => ({ items: [{ id, type }] })

describe('search results', () => {
  it('are sorted by match: exact, prefix, word, part, typo; folders before files', async () => {
    const ann = await t.signIn()
    for (const filename of [
      'reinvoiced.txt',
      'my-invoice.txt',
      'invoice-2.txt',
      'invoice.txt',
      'invioce-old.txt',
      'unrelated.txt',
    ])
      await file(ann, filename)
    await folder(ann, 'All invoices')
    await folder(ann, 'Invoice')
    const hits = await search(ann, { query: 'invoice' })
    expect(hits.map(hit => [hit.attributes.name, hit.meta.fit])).toEqual([
      ['Invoice', 'exact'],
      ['invoice.txt', 'exact'],
      ['invoice-2.txt', 'prefix'],
      ['All invoices', 'word'],
      ['my-invoice.txt', 'word'],
      ['reinvoiced.txt', 'part'],
      ['invioce-old.txt', 'typo'],
    ])
  })

  it('are sorted by match also for several words', async () => {
    const ann = await t.signIn()
    const late = 'the-report-of-invoice-5.txt'
    for (const filename of [
      'reinvoiced-reports.txt',
      late,
      'invoice-report-5.txt',
      'invoice-report.txt',
    ])
      await file(ann, filename)
    await folder(ann, 'Old invoices, one report')
    const hits = await search(ann, { query: 'invoice report' })
    expect(hits.map(hit => [hit.attributes.name, hit.meta.fit])).toEqual([
      ['invoice-report.txt', 'exact'],
      ['invoice-report-5.txt', 'prefix'],
      ['Old invoices, one report', 'word'],
      [late, 'word'],
      ['reinvoiced-reports.txt', 'part'],
    ])
    const first = await names(ann, { query: 'invoice report', per_page: 1 })
    expect(first).toEqual(['invoice-report.txt'])
  })

  it('include a word at the end of a long run of characters', async () => {
    const ann = await t.signIn()
    const name = `${'x'.repeat(120)}Ferry-timetable.txt`
    await file(ann, name)
    expect(await names(ann, 'ferry timetable')).toEqual([name])
  })

  it('ignore accents, case and one typo, and require every word', async () => {
    const ann = await t.signIn()
    await file(ann, 'Informe-Año-Málaga.txt')
    await file(ann, 'Straße.txt')
    await file(ann, 'AnnualReport2024.txt')
    await file(ann, '請求書一覧.txt')
    expect(await names(ann, 'ano malaga')).toEqual(['Informe-Año-Málaga.txt'])
    expect(await names(ann, 'INFORME MÁLA')).toEqual(['Informe-Año-Málaga.txt'])
    expect(await names(ann, 'málaga madrid')).toEqual([])
    expect(await names(ann, 'strasse')).toEqual(['Straße.txt'])
    expect(await names(ann, 'report')).toEqual(['AnnualReport2024.txt'])
    expect(await names(ann, 'anual reprot')).toEqual(['AnnualReport2024.txt'])
    expect(await names(ann, '2024')).toEqual(['AnnualReport2024.txt'])
    expect(await names(ann, '2025')).toEqual([])
    expect(await names(ann, '一覧')).toEqual(['請求書一覧.txt'])
  })

  it('have the path and the matched ranges of the name', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'Outer')
    const inner = await folder(ann, 'Inner', outer.id)
    await file(ann, 'Crème-brûlée.txt', inner.id)
    const [hit] = await search(ann, { query: 'brulee' })
    expect(hit?.meta.path.map(crumb => crumb.name)).toEqual(['Outer', 'Inner'])
    expect(hit?.meta.marks.map(([from, to]) => hit.attributes.name.slice(from, to))).toEqual([
      'brûlée',
    ])
  })

  it.each([
    "'",
    '"',
    '" OR "1',
    "a' | 'b",
    '***',
    ':*',
    '\\',
    '(',
    'NEAR(a b)',
    '\u0000',
    '%',
    '🙂',
  ])('treat %j as plain text', async query => {
    const ann = await t.signIn()
    await file(ann, 'a.txt')
    expect(await names(ann, query)).toEqual([])
  })

  it('are paginated without duplicates', async () => {
    const ann = await t.signIn()
    for (let number = 0; number < 12; number += 1)
      await file(ann, number % 2 ? `report-${number}.txt` : `my-report-${number}.txt`)
    await indexQueuedItems(t.deps)
    const pages = [1, 2, 3].map(page => names(ann, { query: 'report', per_page: 5, page }))
    const all = (await Promise.all(pages)).flat()
    expect(new Set(all).size).toBe(12)
    expect(all.slice(0, 2)).toEqual(['report-11.txt', 'report-9.txt'])
  })
})

describe('the index', () => {
  it('follows renaming, trashing, restoring and permanent deletion', async () => {
    const ann = await t.signIn()
    const item = await file(ann, 'before.txt')
    await ann.send('PATCH', `/api/rename/${item.id}`, { name: 'after.txt', type: 'file' })
    expect(await names(ann, 'before')).toEqual([])
    expect(await names(ann, 'after')).toEqual(['after.txt'])
    await ann.send('POST', '/api/remove', refs(item))
    expect(await names(ann, 'after')).toEqual([])
    await ann.send('POST', '/api/trash/restore', refs(item))
    expect(await names(ann, 'after')).toEqual(['after.txt'])
    await ann.send('POST', '/api/remove', refs(item))
    await ann.send('DELETE', '/api/trash/dump')
    expect(await names(ann, 'after')).toEqual([])
  })

  it('follows the items of a trashed and restored folder', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'Outer')
    await file(ann, 'within.txt', outer.id)
    expect(await names(ann, 'within')).toEqual(['within.txt'])
    await ann.send('POST', '/api/remove', refs(outer))
    expect(await names(ann, 'within')).toEqual([])
    await ann.send('POST', '/api/trash/restore', refs(outer))
    expect(await names(ann, 'within')).toEqual(['within.txt'])
  })

  it('never returns trashed items, even before it is updated', async () => {
    const ann = await t.signIn()
    const item = await file(ann, 'hidden.txt')
    expect(await names(ann, 'hidden')).toEqual(['hidden.txt'])
    await ann.send('POST', '/api/remove', refs(item))
    const { body } = await ann.send('GET', '/api/search?query=hidden')
    expect(body.data).toEqual([])
  })
})

describe('filters', () => {
  it('apply to type, extension, size, time and folder, also typed among the words', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'Reports')
    const inner = await folder(ann, 'Inner', outer.id)
    await file(ann, 'report-a.txt')
    await ann.upload({ filename: 'report-b.csv', parent_id: inner.id, content: 'x'.repeat(3000) })
    expect(await names(ann, { query: 'report', type: 'folder' })).toEqual(['Reports'])
    expect(await names(ann, { query: 'report', type: 'file' })).toHaveLength(2)
    expect(await names(ann, { query: 'report', type: 'image' })).toEqual([])
    expect(await names(ann, 'report type:csv')).toEqual(['report-b.csv'])
    expect(await names(ann, 'type:carpeta report')).toEqual(['Reports'])
    expect(await names(ann, 'report larger:2k')).toEqual(['report-b.csv'])
    expect(await names(ann, 'report smaller:2k')).toEqual(['report-a.txt'])
    expect(await names(ann, { query: 'report', in: outer.id })).toEqual(['report-b.csv'])
    expect(await names(ann, 'in:reports report')).toEqual(['report-b.csv'])
    expect(await names(ann, 'in:nowhere report')).toEqual([])
    expect(await names(ann, 'report before:2020')).toEqual([])
    expect(await names(ann, 'report after:2020-01')).toHaveLength(3)
    expect(await names(ann, { query: 'report', from: '2020-01-01T08:00:00Z' })).toHaveLength(3)
    expect(await names(ann, { query: 'report', to: '2020-01-01' })).toEqual([])
    expect(await names(ann, { extension: 'csv' })).toEqual(['report-b.csv'])
    expect(await names(ann, { query: 'report', owner: ann.userId })).toHaveLength(3)
  })

  it('search the folder of that name inside a share, whatever else its owner has', async () => {
    const ann = await t.signIn()
    const sharing = sharingBy(ann)
    for (const parent of ['Old', 'Older']) {
      const { id } = await folder(ann, parent)
      await folder(ann, 'Photos', id)
    }
    const shared = await folder(ann, 'Shared')
    const photos = await folder(ann, 'Photos', shared.id)
    await file(ann, 'beach.jpg', photos.id)
    await indexQueuedItems(t.deps)
    const token = await sharing.share(shared.id)
    const searchAsGuest = async (query: string) =>
      (await t.anonymous().send('GET', `/api/sharing/search/${token}?query=${query}`)).body.data
    for (const query of ['in:photos beach', 'in:shared beach'])
      expect(await searchAsGuest(query)).toHaveLength(1)
    expect(await searchAsGuest('in:old beach')).toEqual([])
  })

  it.each(['type:constructor', 'type:__proto__', 'constructor:a'])(
    'that only look like one are not: %s',
    async query => {
      const ann = await t.signIn()
      await file(ann, 'a.txt')
      expect(await names(ann, query)).toEqual([])
    },
  )

  describe('days typed into a search', () => {
    /** Creates a file that was changed on November 30 in UTC and on November 29 in America. */
    async function nightFile(client: TestClient, parent?: string) {
      const { id } = await file(client, 'night.txt', parent)
      const updated_at = Date.parse('2026-11-30T02:30:00Z')
      await t.deps.db.updateTable('items').set({ updated_at }).where('id', '=', id).execute()
    }

    it.each([
      ['America/New_York', 'before:2026-11-30', 1],
      ['America/New_York', 'after:2026-11-28', 1],
      ['America/New_York', 'after:2026-11-29', 0],
      ['America/New_York', 'before:2026-12', 1],
      ['Asia/Tokyo', 'before:2026-11-30', 0],
      ['Asia/Tokyo', 'after:2026-11-29', 1],
      ['-03:00', 'before:2026-11-30', 1],
      ['UTC', 'before:2026-11-30', 0],
      ['Not/AZone', 'before:2026-11-30', 0],
    ])('are days in %s: %s', async (time_zone, typed, count) => {
      const ann = await t.signIn()
      await nightFile(ann)
      expect(await names(ann, { query: `night ${typed}`, time_zone })).toHaveLength(count)
    })

    it('are days in the time zone of the account when the call names none, else in UTC', async () => {
      const ann = await t.signIn()
      await nightFile(ann)
      expect(await names(ann, 'night before:2026-11-30')).toEqual([])
      await ann.send('PATCH', '/api/user/settings', { timezone: 'America/New_York' })
      expect(await names(ann, 'night before:2026-11-30')).toEqual(['night.txt'])
    })

    it('are days in the time zone of the installation for users without one', async () => {
      const ann = await t.signIn()
      await nightFile(ann)
      await t.settings({ timezone: 'America/New_York' })
      expect(await names(ann, 'night before:2026-11-30')).toEqual(['night.txt'])
      await ann.send('PATCH', '/api/user/settings', { timezone: 'UTC' })
      expect(await names(ann, 'night before:2026-11-30')).toEqual([])
      await t.settings({ timezone: null })
    })

    it('are days in the time zone of the guest of a share', async () => {
      const ann = await t.signIn()
      const shared = await folder(ann, 'Shared nights')
      await nightFile(ann, shared.id)
      await indexQueuedItems(t.deps)
      const token = await sharingBy(ann).share(shared.id)
      const searchAsGuest = async (rest: string) => {
        const path = `/api/sharing/search/${token}?query=night+before:2026-11-30${rest}`
        return (await t.anonymous().send('GET', path)).body.data
      }
      expect(await searchAsGuest('&time_zone=America/New_York')).toHaveLength(1)
      expect(await searchAsGuest('')).toEqual([])
    })
  })

  it('that are invalid are refused, and an empty search returns nothing', async () => {
    const ann = await t.signIn()
    expect((await ann.send('GET', '/api/search?from=yesterday')).status).toBe(422)
    expect((await ann.send('GET', '/api/search?page=21')).status).toBe(422)
    expect(await names(ann, '')).toEqual([])
  })
})

it('does not find items of other users', async () => {
  const ann = await t.signIn()
  const eve = await t.signIn()
  const secret = await folder(ann, 'Secret plan')
  expect(await names(eve, 'secret')).toEqual([])
  expect(await names(eve, 'sceret')).toEqual([])
  expect(await names(eve, { query: 'secret', owner: ann.userId })).toEqual([])
  const inside = await eve.send('GET', `/api/search?query=secret&in=${secret.id}`)
  expect(inside.status).toBe(404)
})

it('only administrators find users, by name and address', async () => {
  const ann = await t.signIn()
  const root = await t.signIn('admin')
  expect((await ann.send('GET', '/api/search/people?query=person')).status).toBe(403)
  const { body } = await root.send('GET', '/api/search/people?query=prson')
  expect(body.data[0].attributes.email).toMatch(/^person-\d+@example\.test$/)
})

it('finds users by words of their name or address however many there are', async () => {
  const zoe = await t.signIn()
  await zoe.send('PATCH', '/api/user/settings', { first_name: 'Zoë', last_name: 'Quarles' })
  for (const query of ['quarl', 'Zoe', 'zoe quarles'])
    expect((await searchPeople(t.deps, query, { maxCompared: 0 })).map(({ id }) => id)).toEqual([
      zoe.userId,
    ])
})

it('suggests users that the search finds, or the one with the id', async () => {
  const root = await t.signIn('admin')
  const ines = await t.signIn()
  await ines.send('PATCH', '/api/user/settings', { first_name: 'Inés', last_name: 'Vandermolen' })
  const idsAt = async (path: string, query: string) => {
    const { body } = await root.send('GET', `${path}?query=${encodeURIComponent(query)}`)
    return body.data.map(({ id }: { id: string }) => id)
  }
  for (const query of ['ines vander', 'Vandermolen Inés', 'vandermoln', 'dermol', '%']) {
    const suggested = await idsAt('/api/users', query)
    expect(suggested.slice(0, 8)).toEqual(await idsAt('/api/search/people', query))
    expect(suggested.includes(ines.userId)).toBe(query !== '%')
  }
  expect(await idsAt('/api/users', ines.userId)).toEqual([ines.userId])
  expect((await idsAt('/api/users', '')).length).toBeGreaterThan(1)
})
