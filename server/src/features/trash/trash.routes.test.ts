import { items, trash } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'
import type { Db } from '../../db/open.ts'
import { purgeTrash } from './index.ts'

const t = await openTestApp()

interface Item {
  id: string
  type: 'folder' | 'file'
  attributes: { name: string; items: number | null }
}

const file = async (client: TestClient, filename: string, parent_id?: string): Promise<Item> =>
  (await client.upload({ filename, parent_id, content: '0123456789' })).body.data
const remove = (client: TestClient, item: Item, force_delete = false) =>
  client.call(trash.removeItems, {
    body: { items: [{ id: item.id, type: item.type, force_delete }] },
  })
const restore = (client: TestClient, item: Item, to_home = false) =>
  client.call(trash.restoreItems, { body: { items: [{ id: item.id, type: item.type }], to_home } })
async function names(client: TestClient, list: string): Promise<string[]> {
  const reply = await client.send('GET', `/api/browse/${list}?sort=name&direction=ASC`)
  expect(reply.body.meta.paginate.total).toBe(reply.body.data.length)
  return reply.body.data.map((item: Item) => item.attributes.name)
}
const usedBytes = async (client: TestClient) =>
  (await client.send('GET', '/api/user')).body.data.attributes.storage.used_bytes

it('a removed item is in the trash, counts toward the quota and can be restored', async () => {
  const ann = await t.signIn()
  const document = await file(ann, 'note.txt')
  await remove(ann, document)
  expect(await names(ann, 'folders/all')).toEqual([])
  expect(await names(ann, 'trash/all')).toEqual(['note.txt'])
  expect(await usedBytes(ann)).toBe(10)
  await restore(ann, document)
  expect(await names(ann, 'folders/all')).toEqual(['note.txt'])
  expect(await names(ann, 'trash/all')).toEqual([])
})

it('a folder is restored with what was trashed with it, not with what was trashed before', async () => {
  const ann = await t.signIn()
  const outer = await folder(ann, 'Outer')
  const inner = await folder(ann, 'Inner', outer.id)
  const early = await file(ann, 'early.txt', inner.id)
  const late = await file(ann, 'late.txt', inner.id)
  await remove(ann, early)
  await remove(ann, outer)
  expect(await names(ann, 'trash/all')).toEqual(['Outer', 'early.txt'])
  expect(await names(ann, `trash/${outer.id}`)).toEqual(['Inner'])
  await restore(ann, outer)
  expect(await names(ann, `folders/${inner.id}`)).toEqual([late.attributes.name])
  expect(await names(ann, 'trash/all')).toEqual(['early.txt'])
})

it('an item is restored to the root when its folder is deleted or when requested', async () => {
  const ann = await t.signIn()
  const outer = await folder(ann, 'Outer')
  const a = await file(ann, 'a.txt', outer.id)
  const b = await file(ann, 'b.txt', outer.id)
  await remove(ann, b)
  await restore(ann, b, true)
  await remove(ann, a)
  await remove(ann, outer)
  await restore(ann, a)
  expect(await names(ann, 'folders/all')).toEqual(['a.txt', 'b.txt'])
})

it('restoring an item from a trashed folder leaves the folder in the trash', async () => {
  const ann = await t.signIn()
  const outer = await folder(ann, 'Outer')
  const inside = await file(ann, 'inside.txt', outer.id)
  await file(ann, 'other.txt', outer.id)
  await remove(ann, outer)
  await restore(ann, inside)
  expect(await names(ann, 'folders/all')).toEqual(['inside.txt'])
  expect(await names(ann, `trash/${outer.id}`)).toEqual(['other.txt'])
  const trashReply = await ann.send('GET', '/api/browse/trash/all')
  expect(trashReply.body.data[0].attributes.items).toBe(1)
})

it('numbers the name of a restored item when it is taken', async () => {
  const ann = await t.signIn()
  const first = await file(ann, 'plan.txt')
  await remove(ann, first)
  await file(ann, 'plan.txt')
  await restore(ann, first)
  expect(await names(ann, 'folders/all')).toEqual(['plan.txt', 'plan (2).txt'].sort())
})

describe('deleting permanently', () => {
  it('frees the quota and, after the job, the disk space', async () => {
    const ann = await t.signIn()
    const document = await file(ann, 'note.txt')
    await remove(ann, document)
    await remove(ann, document, true)
    expect(await names(ann, 'trash/all')).toEqual([])
    expect(await usedBytes(ann)).toBe(0)
  })

  it('moves a live item to the trash first even with force_delete', async () => {
    const ann = await t.signIn()
    const document = await file(ann, 'note.txt')
    await remove(ann, document, true)
    expect(await names(ann, 'trash/all')).toEqual(['note.txt'])
  })

  it('keeps items that were trashed separately before', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'Outer')
    const early = await file(ann, 'early.txt', outer.id)
    await remove(ann, early)
    await remove(ann, outer)
    await remove(ann, outer, true)
    expect(await names(ann, 'trash/all')).toEqual(['early.txt'])
    await restore(ann, early)
    expect(await names(ann, 'folders/all')).toEqual(['early.txt'])
  })

  it('empties the whole trash by DELETE and by POST', async () => {
    const ann = await t.signIn()
    for (const path of ['/api/trash/dump', '/trash/dump']) {
      await remove(ann, await folder(ann, 'Folder'))
      await remove(ann, await file(ann, 'note.txt'))
      const reply = await ann.send('POST', path, { _method: 'delete' })
      expect(reply.body.meta.changed).toBe(2)
      expect(await names(ann, 'trash/all')).toEqual([])
    }
    expect(await usedBytes(ann)).toBe(0)
  })

  it('happens after the number of days in the settings', async () => {
    const ann = await t.signIn()
    await remove(ann, await file(ann, 'old.txt'))
    t.advance(29 * 86_400_000)
    await purgeTrash(t.deps, 30)
    expect(await names(ann, 'trash/all')).toEqual(['old.txt'])
    t.advance(2 * 86_400_000)
    expect(await purgeTrash(t.deps, 0)).toBe(0)
    await purgeTrash(t.deps, 30)
    expect(await names(ann, 'trash/all')).toEqual([])
  })
})

it('the trash of many and large folders is purged in transactions of few items', async () => {
  const [ann, ben] = [await t.signIn(), await t.signIn()]
  const large = await folder(ann, 'Large')
  await seedFiles(t.deps, ann.userId, 900, large.id)
  await t.deps.db
    .updateTable('items')
    .set({ size_bytes: 0 })
    .where('parent_id', '=', large.id)
    .execute()
  await remove(ann, large)
  await remove(ben, await file(ben, 'old.txt'))
  t.advance(31 * 86_400_000)
  const countItems = async () => {
    const { count } = await t.deps.db
      .selectFrom('items')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('owner_id', 'in', [ann.userId, ben.userId])
      .where('trashed_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const counts = [await countItems()]
  const transact: typeof t.deps.transact = async run => {
    const result = await t.deps.transact(run)
    counts.push(await countItems())
    return result
  }
  await purgeTrash({ ...t.deps, transact }, 30)
  const deleted = counts.slice(1).map((count, index) => (counts[index] ?? 0) - count)
  expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(902)
  expect(Math.max(...deleted)).toBeLessThan(500)
})

it('the trash of others is purged when that of one user fails', async () => {
  const [ann, ben] = [await t.signIn(), await t.signIn()]
  await remove(ann, await file(ann, 'broken.txt'))
  t.advance(1000)
  await remove(ben, await file(ben, 'old.txt'))
  t.advance(31 * 86_400_000)
  const trashedNames = async (db: Db = t.deps.db) => {
    const trashed = db.selectFrom('items').select('name').where('trashed_at', 'is not', null)
    const rows = await trashed.where('owner_id', 'in', [ann.userId, ben.userId]).execute()
    return rows.map(row => row.name).sort()
  }
  const transact: typeof t.deps.transact = run =>
    t.deps.transact(async tx => {
      const result = await run(tx)
      if (!(await trashedNames(tx)).includes('broken.txt')) throw new Error('The disk is full')
      return result
    })
  expect(await trashedNames()).toEqual(['broken.txt', 'old.txt'])
  await expect(purgeTrash({ ...t.deps, transact }, 30)).rejects.toThrow('The disk is full')
  expect(await trashedNames()).toEqual(['broken.txt'])
  await purgeTrash(t.deps, 30)
  expect(await trashedNames()).toEqual([])
})

// C3
it('items in the trash cannot be renamed, moved or added to', async () => {
  const ann = await t.signIn()
  const outer = await folder(ann, 'Outer')
  await remove(ann, outer)
  const rename = await ann.call(items.renameItem, {
    params: { id: outer.id },
    body: { name: 'x', type: 'folder' },
  })
  const move = await ann.call(items.moveItems, {
    body: { to_id: null, items: [{ id: outer.id, type: 'folder' }] },
  })
  const create = await ann.call(items.createFolder, { body: { name: 'x', parent_id: outer.id } })
  expect([rename.status, move.status, create.status]).toEqual([403, 403, 404])
})

describe('a taken name', () => {
  const say = async (client: TestClient, item: Item, how: object) =>
    (
      await client.call(trash.restoreItems, {
        body: { items: [{ id: item.id, type: item.type }], ...how },
      })
    ).body.meta
  const write = async (client: TestClient, filename: string, content: string, parent_id?: string) =>
    (await client.upload({ filename, parent_id, content })).body.data
  const read = async (client: TestClient, item: Item) =>
    (await client.fetch(`/file/${item.id}`)).text()

  it('is reported before restoring, with the existing item', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'Outer')
    const old = await file(ann, 'note.txt', outer.id)
    await remove(ann, old)
    const now = await file(ann, 'note.txt', outer.id)
    await file(ann, 'other.txt')
    const ask = (to_home: boolean) =>
      ann.call(trash.findRestoreConflicts, {
        body: { items: [{ id: old.id, type: 'file' }], to_home },
      })
    const pairs = (await ask(false)).body.data
    expect(
      pairs.map((pair: { item: Item; existing: Item }) => [pair.item.id, pair.existing.id]),
    ).toEqual([[old.id, now.id]])
    expect((await ask(true)).body.data).toEqual([])
    const ben = await t.signIn()
    const foreign = await ben.call(trash.findRestoreConflicts, {
      body: { items: [{ id: old.id, type: 'file' }], to_home: false },
    })
    expect(foreign.status).toBe(404)
  })

  it('in the home of the owner is not reported to a member of the team', async () => {
    const ann = await t.signIn()
    const ben = await t.signIn()
    await file(ann, 'note.txt')
    const team = await makeTeamWith(ann, 'Team', [[ben, 'can_edit']])
    const inner = await folder(ben, 'Inner', team.id)
    const direct = await file(ben, 'note.txt', team.id)
    const nested = await file(ben, 'note.txt', inner.id)
    for (const item of [direct, nested, inner]) await remove(ben, item)
    const ask = (client: TestClient, { id }: Item, to_home: boolean) =>
      client.call(trash.findRestoreConflicts, { body: { items: [{ id, type: 'file' }], to_home } })
    for (const reply of [await ask(ben, direct, true), await ask(ben, nested, false)])
      expect([reply.status, reply.body.code]).toEqual([403, 'team.move_out'])
    expect((await ask(ann, direct, true)).body.data).toHaveLength(1)
  })

  it('numbers restored items by default', async () => {
    const ann = await t.signIn()
    const old = await file(ann, 'note.txt')
    await remove(ann, old)
    await file(ann, 'note.txt')
    await restore(ann, old)
    expect(await names(ann, 'folders/all')).toEqual(['note (2).txt', 'note.txt'])
  })

  it('leaves items in the trash with skip', async () => {
    const ann = await t.signIn()
    const old = await file(ann, 'note.txt')
    await remove(ann, old)
    await file(ann, 'note.txt')
    expect(await say(ann, old, { on_conflict: 'skip' })).toMatchObject({ changed: 0, skipped: 1 })
    expect(await names(ann, 'trash/all')).toEqual(['note.txt'])
    expect(await names(ann, 'folders/all')).toEqual(['note.txt'])
  })

  it('is replaced by the restored file, and the old content becomes a version', async () => {
    const ann = await t.signIn()
    const old = await write(ann, 'note.txt', 'the old words')
    await remove(ann, old)
    const now = await write(ann, 'note.txt', 'now')
    expect(await say(ann, old, { on_conflict: 'replace' })).toMatchObject({
      changed: 1,
      skipped: 0,
    })
    expect(await names(ann, 'folders/all')).toEqual(['note.txt'])
    expect(await names(ann, 'trash/all')).toEqual([])
    expect(await read(ann, now)).toBe('the old words')
    const listed = (await ann.send('GET', '/api/browse/folders/all')).body.data[0]
    expect([listed.id, listed.attributes.versions]).toEqual([now.id, 1])
    expect(await usedBytes(ann)).toBe('the old words'.length + 'now'.length)
  })

  it('merges folders; items trashed from one before are restored to the root', async () => {
    const ann = await t.signIn()
    const old = await folder(ann, 'Papers')
    const [early] = [await file(ann, 'early.txt', old.id), await file(ann, 'both.txt', old.id)]
    await remove(ann, early)
    await remove(ann, old)
    const now = await folder(ann, 'Papers')
    await file(ann, 'both.txt', now.id)
    const reply = await ann.call(trash.restoreItems, {
      body: {
        items: [
          { id: old.id, type: 'folder' },
          { id: early.id, type: 'file' },
        ],
        on_conflict: 'replace',
      },
    })
    expect(reply.body).toMatchObject({ meta: { changed: 2, skipped: 0 } })
    expect(await names(ann, 'folders/all')).toEqual(['Papers', 'early.txt'])
    expect(await names(ann, `folders/${now.id}`)).toEqual(['both.txt'])
    expect(await names(ann, 'trash/all')).toEqual([])
    const listed = (await ann.send('GET', '/api/browse/folders/all')).body.data[0]
    expect(listed.attributes.items).toBe(1)
  })

  it('items trashed from a folder that stays in the trash are restored to the root', async () => {
    const ann = await t.signIn()
    const old = await folder(ann, 'Papers')
    const early = await file(ann, 'early.txt', old.id)
    await remove(ann, early)
    await remove(ann, old)
    await folder(ann, 'Papers')
    const reply = await ann.call(trash.restoreItems, {
      body: {
        items: [
          { id: old.id, type: 'folder' },
          { id: early.id, type: 'file' },
        ],
        on_conflict: 'skip',
      },
    })
    expect(reply.body.meta).toMatchObject({ changed: 1, skipped: 1 })
    expect(await names(ann, 'folders/all')).toEqual(['Papers', 'early.txt'])
    expect(await names(ann, 'trash/all')).toEqual(['Papers'])
  })

  it('can only be numbered when everything is restored', async () => {
    const ann = await t.signIn()
    const reply = await ann.call(trash.restoreItems, {
      body: { select_all_in: {}, on_conflict: 'replace' },
    })
    expect(reply.status).toBe(422)
  })
})
