import { items, trash, versions } from '@coffer/contract'
import { afterAll, describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { deleteReleasedBlobs } from '../blobs/index.ts'

const t = await openTestApp()
afterAll(async () => {
  expect(await findIntegrityErrors(t.deps.db)).toEqual([])
})

async function file(client: TestClient, filename: string, parent_id: string | null, content = 'x') {
  return (await client.upload({ filename, parent_id, content })).body.data
}
const ref = ({ id, type }: { id: string; type: 'file' | 'folder' }) => ({ id, type })
type Rule = 'rename' | 'skip' | 'replace'

const copy = (
  client: TestClient,
  to_id: string | null,
  which: Parameters<typeof ref>[0][],
  on_conflict: Rule = 'rename',
) => client.call(items.copyItems, { body: { to_id, items: which.map(ref), on_conflict } })
const move = (
  client: TestClient,
  to_id: string | null,
  which: Parameters<typeof ref>[0][],
  on_conflict: Rule = 'rename',
) => client.call(items.moveItems, { body: { to_id, items: which.map(ref), on_conflict } })
const history = async (client: TestClient, id: string) =>
  (await client.call(versions.listVersions, { params: { id } })).body.data
const named = async (client: TestClient, folderId: string, name: string) => {
  const { body } = await client.send('GET', `/api/browse/folders/${folderId}`)
  return body.data.find((item: { attributes: { name: string } }) => item.attributes.name === name)
}
/** Open pages and jobs may add a few queries at any time. */
const expectAsMany = (queries: string[], others: string[]) =>
  expect(Math.abs(queries.length - others.length)).toBeLessThan(10)

const text = async (client: TestClient, item: { attributes: { file_url: string } }) =>
  new TextDecoder().decode(await client.download(item))

describe('the modification time of a file', () => {
  const MODIFIED = '2019-05-04T10:00:00.000Z'
  const dated = async (client: TestClient, filename: string, parent_id: string, content = 'x') => {
    const modified_at = String(Date.parse(MODIFIED))
    return (await client.upload({ filename, parent_id, content, modified_at })).body.data
  }
  const dateOf = async (client: TestClient, id: string) =>
    (await client.call(items.getItem, { params: { id } })).body.data.attributes.updated_at

  it('is that of its content: moving, renaming and copying keep it', async () => {
    const ann = await t.signIn()
    const source = await folder(ann, 'Source')
    const target = await folder(ann, 'Target')
    const item = await dated(ann, 'old.txt', source.id)
    t.advance(60_000)
    await move(ann, target.id, [item])
    await move(ann, source.id, [item])
    await ann.send('PATCH', `/api/rename/${item.id}`, { name: 'older.txt', type: 'file' })
    expect(await dateOf(ann, item.id)).toBe(MODIFIED)
    const { body } = await copy(ann, target.id, [item])
    expect(await dateOf(ann, body.meta.created[0]?.id ?? '')).toBe(MODIFIED)
    const select_all_in = { folder_id: source.id, except: [] }
    await ann.call(items.moveItems, { body: { to_id: target.id, select_all_in } })
    expect(await dateOf(ann, item.id)).toBe(MODIFIED)
  })

  it('moves with the content that replaces another one', async () => {
    const ann = await t.signIn()
    const source = await folder(ann, 'Source')
    const target = await folder(ann, 'Target')
    const item = await dated(ann, 'same.txt', source.id, 'old content')
    const other = await file(ann, 'same.txt', target.id, 'new content')
    await move(ann, target.id, [item], 'replace')
    expect(await dateOf(ann, other.id)).toBe(MODIFIED)
  })
})

describe('copying', () => {
  it('copies a folder with everything live in it and leaves the source unchanged', async () => {
    const ann = await t.signIn()
    const source = await folder(ann, 'Source')
    const target = await folder(ann, 'Target')
    const inner = await folder(ann, 'Inner', source.id)
    await file(ann, 'deep.txt', inner.id, 'deep')
    const removedFile = await file(ann, 'gone.txt', inner.id)
    await ann.call(trash.removeItems, { body: { items: [ref(removedFile)] } })

    const reply = await copy(ann, target.id, [source])
    expect(reply.body.meta).toMatchObject({ changed: 1, skipped: 0 })
    const [made] = reply.body.meta.created
    expect(await ann.names(target.id)).toEqual(['Source'])
    const copied = await named(ann, made.id, 'Inner')
    expect(copied.attributes).toMatchObject({ items: 1, parent_id: made.id })
    const deep = await named(ann, copied.id, 'deep.txt')
    expect(await text(ann, deep)).toBe('deep')
    expect(await ann.names(source.id)).toEqual(['Inner'])
  })

  it('numbers the copies when the target is the same folder', async () => {
    const ann = await t.signIn()
    const original = await file(ann, 'note.txt', null)
    await copy(ann, null, [original])
    await copy(ann, null, [original])
    expect(await ann.names()).toEqual(['note (2).txt', 'note (3).txt', 'note.txt'])
    const again = await copy(ann, null, [original], 'replace')
    expect(again.body.meta).toMatchObject({ changed: 0, skipped: 1 })
  })

  it('keeps appearance and leaves out versions', async () => {
    const ann = await t.signIn()
    const { body } = await ann.call(items.createFolder, {
      body: { name: 'Looks', emoji: '⚓', color: '#0e8f7c' },
    })
    const original = await file(ann, 'note.txt', body.data.id, 'one')
    await ann.upload({
      filename: 'note.txt',
      parent_id: body.data.id,
      content: 'two',
      on_conflict: 'replace',
    })
    const [made] = (await copy(ann, null, [body.data])).body.meta.created
    const shown = await ann.call(items.getItem, { params: { id: made.id } })
    expect(shown.body.data.attributes).toMatchObject({ emoji: '⚓', color: '#0e8f7c', items: 1 })
    const copied = await named(ann, made.id, 'note.txt')
    expect(copied.attributes.versions).toBe(0)
    expect(await history(ann, original.id)).toHaveLength(2)
  })

  // P6
  it('rejects copying a folder into itself or below itself', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'Outer')
    const inner = await folder(ann, 'Inner', outer.id)
    for (const to of [outer, inner]) {
      const reply = await copy(ann, to.id, [outer])
      expect([reply.status, reply.body.code]).toEqual([422, 'item.into_itself'])
    }
  })

  it('counts toward the quota and copies nothing when it is exceeded', async () => {
    const ann = await t.signIn()
    const source = await folder(ann, 'Source')
    await file(ann, 'ten.txt', source.id, '0123456789')
    await t.limitStorage(ann.userId, 25)
    expect((await copy(ann, null, [source])).status).toBe(200)
    expect((await t.storage(ann.userId)).used_bytes).toBe(20)
    const rejected = await copy(ann, null, [source])
    expect([rejected.status, rejected.body.code]).toEqual([423, 'upload.quota_exceeded'])
    expect(await ann.names()).toEqual(['Source', 'Source (2)'])
  })

  it('shares the bytes until the last copy is deleted', async () => {
    const ann = await t.signIn()
    await deleteReleasedBlobs(t.deps)
    const before = await t.storedFiles()
    const original = await file(ann, 'note.txt', null, 'shared')
    await copy(ann, null, [original])
    expect(await t.storedFiles()).toBe(before + 1)
    const deletePermanently = async (item: { id: string; type: 'file' | 'folder' }) => {
      const refs = [{ ...ref(item), force_delete: true }]
      await ann.call(trash.removeItems, { body: { items: refs } })
      await ann.call(trash.removeItems, { body: { items: refs } })
      await deleteReleasedBlobs(t.deps)
    }
    await deletePermanently(original)
    const remaining = await named(ann, 'all', 'note (2).txt')
    expect(await text(ann, remaining)).toBe('shared')
    await deletePermanently(remaining)
    expect(await t.storedFiles()).toBe(before)
  })

  it('copies 10,000 items with a few statements per 500', async () => {
    const ann = await t.signIn()
    const small = await folder(ann, 'Small')
    const large = await folder(ann, 'Large')
    await seedFiles(t.deps, ann.userId, 1, small.id)
    const inner = await folder(ann, 'Inner', large.id)
    for (const parent of [large, inner]) await seedFiles(t.deps, ann.userId, 4999, parent.id)
    await t.deps.db
      .updateTable('items')
      .set({ size_bytes: 0 })
      .where('owner_id', '=', ann.userId)
      .execute()
    const forOne = await t.countQueries(() => copy(ann, null, [small]))
    const forMany = await t.countQueries(() => copy(ann, null, [large]))
    expect(forMany.length - forOne.length).toBeLessThan((4 * 10_000) / 500)
    const copied = await named(ann, 'all', 'Large (2)')
    expect(copied.attributes.items).toBe(5000)
    expect((await named(ann, copied.id, 'Inner')).attributes.items).toBe(4999)
  })

  it('copies many items with taken names without a query for each', async () => {
    const ann = await t.signIn()
    const copies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => file(ann, `${index}.txt`, null)),
    )
    const queries = await t.countQueries(() => copy(ann, null, copies))
    expect(queries.length).toBeLessThan(25)
    expect((await ann.send('GET', '/api/browse/folders/all')).body.meta.paginate.total).toBe(200)
  })
})

describe('a taken name', () => {
  it('is reported before the transfer, with the existing item', async () => {
    const ann = await t.signIn()
    const target = await folder(ann, 'Target')
    const free = await file(ann, 'free.txt', null)
    const taken = await file(ann, 'Taken.txt', null)
    const namesake = await file(ann, 'taken.txt', target.id)
    const { body } = await ann.call(items.findConflicts, {
      body: { to_id: target.id, items: [ref(free), ref(taken)] },
    })
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).toMatchObject({ item: { id: taken.id }, existing: { id: namesake.id } })
  })

  it.each(['move', 'copy'] as const)(
    'is replaced by %s, and the old content becomes a version',
    async how => {
      const ann = await t.signIn()
      const target = await folder(ann, 'Target')
      const namesake = await file(ann, 'note.txt', target.id, 'old')
      const original = await file(ann, 'note.txt', null, 'newer')
      const used = (await t.storage(ann.userId)).used_bytes
      const reply = await (how === 'move' ? move : copy)(ann, target.id, [original], 'replace')
      expect(reply.body.meta).toMatchObject({ changed: 1, skipped: 0 })
      expect(await ann.names(target.id)).toEqual(['note.txt'])
      expect(await text(ann, namesake)).toBe('newer')
      const [, earlier] = await history(ann, namesake.id)
      expect(earlier.attributes).toMatchObject({ size_bytes: 3, is_current: false })
      expect(await ann.names()).toEqual(how === 'move' ? ['Target'] : ['Target', 'note.txt'])
      const grown = how === 'move' ? 0 : 5
      expect((await t.storage(ann.userId)).used_bytes).toBe(used + grown)
    },
  )

  it('merges two folders at any depth', async () => {
    const ann = await t.signIn()
    const from = await folder(ann, 'From')
    const to = await folder(ann, 'To')
    const tree = async (parent: string, only: string) => {
      const trip = await folder(ann, 'Trip', parent)
      const day = await folder(ann, 'Day', trip.id)
      await file(ann, 'same.txt', day.id, only)
      await file(ann, `${only}.txt`, day.id)
      return trip
    }
    const source = await tree(from.id, 'mine')
    const target = await tree(to.id, 'theirs')
    const reply = await move(ann, to.id, [source], 'replace')
    expect(reply.body.meta).toMatchObject({ changed: 1, skipped: 0 })
    expect(await ann.names(from.id)).toEqual([])
    expect(await ann.names(to.id)).toEqual(['Trip'])
    const day = await named(ann, target.id, 'Day')
    expect(await ann.names(day.id)).toEqual(['mine.txt', 'same.txt', 'theirs.txt'])
    expect(await text(ann, await named(ann, day.id, 'same.txt'))).toBe('mine')
  })

  it('keeps both items when their types differ', async () => {
    const ann = await t.signIn()
    const target = await folder(ann, 'Target')
    await folder(ann, 'thing', target.id)
    const thing = await file(ann, 'thing', null)
    const reply = await move(ann, target.id, [thing], 'replace')
    expect(reply.body.meta).toMatchObject({
      changed: 1,
      renamed: [{ id: thing.id, name: 'thing (2)' }],
    })
  })

  it.each(['move', 'copy'] as const)(
    'keeps both children of merged folders by %s when their types differ',
    async how => {
      const ann = await t.signIn()
      const target = await folder(ann, 'Target')
      const existing = await folder(ann, 'Same', target.id)
      await folder(ann, 'report', existing.id)
      await file(ann, 'notes', existing.id)
      const source = await folder(ann, 'Same')
      await file(ann, 'report', source.id, 'a file')
      await folder(ann, 'report (2)', source.id)
      await file(ann, 'in notes', (await folder(ann, 'notes', source.id)).id)
      const reply = await (how === 'move' ? move : copy)(ann, target.id, [source], 'replace')
      expect(reply.body.meta).toMatchObject({ changed: 1, skipped: 0 })
      const names = ['notes', 'notes (2)', 'report', 'report (2)', 'report (3)']
      expect((await ann.names(existing.id)).toSorted()).toEqual(names)
      expect(await text(ann, await named(ann, existing.id, 'report (3)'))).toBe('a file')
      const copied = await named(ann, existing.id, 'notes (2)')
      expect(await ann.names(copied.id)).toEqual(['in-notes'])
    },
  )

  // P6
  it('never merges a folder into one of its ancestors', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'x')
    const inner = await folder(ann, 'x', outer.id)
    await file(ann, 'kept.txt', inner.id)
    await move(ann, null, [inner], 'replace')
    expect(await ann.names()).toEqual(['x', 'x (2)'])
    expect(await ann.names(inner.id)).toEqual(['kept.txt'])
  })

  it('replaces a tree of 2,000 files with as many statements as one of two', async () => {
    const ann = await t.signIn()
    const from = await folder(ann, 'From')
    const to = await folder(ann, 'To')
    const queriesFor = async (name: string, count: number) => {
      const source = await folder(ann, name, from.id)
      const target = await folder(ann, name, to.id)
      for (const parent of [source, target]) await seedFiles(t.deps, ann.userId, count, parent.id)
      await t.deps.db
        .updateTable('items')
        .set({ size_bytes: 0 })
        .where('owner_id', '=', ann.userId)
        .execute()
      return t.countQueries(() => move(ann, to.id, [source], 'replace'))
    }
    const forTwo = await queriesFor('Small', 2)
    expectAsMany(await queriesFor('Large', 2000), forTwo)
  })
})

it('moves only the items that are still in the folder they were seen in', async () => {
  const ann = await t.signIn()
  const [seen, other, target] = [
    await folder(ann, 'seen'),
    await folder(ann, 'other'),
    await folder(ann, 'target'),
  ]
  const stays = await file(ann, 'stays.txt', seen.id)
  const moved = await file(ann, 'moved.txt', seen.id)
  await move(ann, other.id, [moved])
  const body = { to_id: target.id, from_id: seen.id, items: [stays, moved].map(ref) }
  const reply = await ann.call(items.moveItems, { body })
  expect(reply.body.meta).toMatchObject({ changed: 1, skipped: 1 })
  expect(await ann.names(target.id)).toEqual(['stays.txt'])
  expect(await ann.names(other.id)).toEqual(['moved.txt'])

  // Null stands for home.
  const again = { body: { ...body, to_id: null, from_id: null } }
  expect((await ann.call(items.moveItems, again)).body.meta).toMatchObject({
    changed: 0,
    skipped: 2,
  })
  expect(await ann.names(target.id)).toEqual(['stays.txt'])
})
