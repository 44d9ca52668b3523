import { items, trash } from '@coffer/contract'
import type { OnConflict } from '@coffer/contract/items'
import { describe, expect, it } from 'vitest'
import { findIntegrityErrors } from '../../../test/integrity.ts'
import { file, folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

interface SelectionOptions {
  except?: string[]
  rule?: OnConflict
  placed_at?: string | undefined
}
const body = (folder_id: string | null, to_id: string | null, selection: SelectionOptions) => ({
  to_id,
  on_conflict: selection.rule ?? ('rename' as const),
  select_all_in: { folder_id, except: selection.except ?? [], placed_at: selection.placed_at },
})
const moveAll = (
  client: TestClient,
  from: string | null,
  to: string | null,
  selection: SelectionOptions = {},
) => client.call(items.moveItems, { body: body(from, to, selection) })
const copyAll = (
  client: TestClient,
  from: string | null,
  to: string | null,
  selection: SelectionOptions = {},
) => client.call(items.copyItems, { body: body(from, to, selection) })
const total = async (client: TestClient, id: string) =>
  (await client.send('GET', `/api/browse/folders/${id}`)).body.meta.paginate.total

/**
 * Seeds two folders; the first holds a file, a folder with a file in it, and a file to leave out.
 */
async function seedFolders() {
  const ann = await t.signIn()
  const from = await folder(ann, 'from')
  const to = await folder(ann, 'to')
  const inner = await folder(ann, 'inner', from.id)
  await file(ann, 'deep.txt', inner.id)
  await file(ann, 'a.txt', from.id)
  const excluded = await file(ann, 'stays.txt', from.id)
  return { ann, from, to, inner, excluded }
}

describe('moving everything in a folder', () => {
  it('moves everything except the excluded items, and one undo moves it back', async () => {
    const { ann, from, to, inner, excluded } = await seedFolders()
    await file(ann, 'early.txt', to.id)
    const moved = await moveAll(ann, from.id, to.id, { except: [excluded.id] })
    expect(moved.body.meta).toMatchObject({ changed: 2, skipped: 0, renamed: [] })
    expect(await ann.names(from.id)).toEqual(['stays.txt'])
    expect(await ann.names(to.id)).toEqual(['inner', 'a.txt', 'early.txt'])
    expect(await ann.names(inner.id)).toEqual(['deep.txt'])
    t.advance(1)
    await file(ann, 'late.txt', to.id)
    const back = await moveAll(ann, to.id, from.id, { placed_at: moved.body.meta.placed_at })
    expect(back.body.meta.changed).toBe(2)
    expect(await ann.names(to.id)).toEqual(['early.txt', 'late.txt'])
    expect(await ann.names(from.id)).toEqual(['inner', 'a.txt', 'stays.txt'])
    expect(await findIntegrityErrors(t.deps.db)).toEqual([])
  })

  it.each([
    ['rename', ['inner', 'inner (2)', 'a (2).txt', 'a.txt', 'stays.txt'], []],
    ['skip', ['inner', 'a.txt', 'stays.txt'], ['inner', 'a.txt']],
    ['replace', ['inner', 'a.txt', 'stays.txt'], []],
  ] as const)('applies %s to taken names', async (rule, expectedInTarget, expectedInSource) => {
    const { ann, from, to } = await seedFolders()
    const other = await folder(ann, 'inner', to.id)
    await file(ann, 'other.txt', other.id)
    await file(ann, 'a.txt', to.id, 'older')
    const { body } = await moveAll(ann, from.id, to.id, { rule })
    expect(body.meta).toMatchObject({
      changed: 3 - expectedInSource.length,
      skipped: expectedInSource.length,
    })
    expect(await ann.names(to.id)).toEqual(expectedInTarget)
    expect(await ann.names(from.id)).toEqual(expectedInSource)
    expect(await ann.names(other.id)).toEqual(
      rule === 'replace' ? ['deep.txt', 'other.txt'] : ['other.txt'],
    )
    // Renamed or merged items cannot be undone as a set.
    expect(body.meta.placed_at === null).toBe(rule !== 'skip')
    expect(await findIntegrityErrors(t.deps.db)).toEqual([])
  })

  // P6
  it('rejects moving a folder into itself or below, unless the folder on that path is excluded', async () => {
    const { ann, from, inner } = await seedFolders()
    const deep = await folder(ann, 'deep', inner.id)
    for (const to of [inner, deep]) {
      const rejected = await moveAll(ann, from.id, to.id)
      expect([rejected.status, rejected.body.code]).toEqual([422, 'item.into_itself'])
    }
    const moved = await moveAll(ann, from.id, deep.id, { except: [inner.id] })
    expect(moved.body.meta.changed).toBe(2)
    expect(await ann.names(deep.id)).toEqual(['a.txt', 'stays.txt'])
    const nowhere = await moveAll(ann, from.id, from.id)
    expect(nowhere.body.meta).toMatchObject({ changed: 0, skipped: 1 })
  })
})

describe('copying everything in a folder', () => {
  it('copies everything except the excluded items, and one undo removes the copies', async () => {
    const { ann, from, to, excluded } = await seedFolders()
    await file(ann, 'a.txt', to.id)
    const copied = await copyAll(ann, from.id, to.id, { except: [excluded.id] })
    expect(copied.body.meta).toMatchObject({ changed: 2, skipped: 0, created: [] })
    expect(await ann.names(to.id)).toEqual(['inner', 'a (2).txt', 'a.txt'])
    expect(await ann.names(from.id)).toEqual(['inner', 'a.txt', 'stays.txt'])
    const select_all_in = { folder_id: to.id, placed_at: copied.body.meta.placed_at }
    const undone = await ann.send('POST', '/api/remove', { select_all_in })
    expect(undone.body.meta.changed).toBe(2)
    expect(await ann.names(to.id)).toEqual(['a.txt'])
    expect(await findIntegrityErrors(t.deps.db)).toEqual([])
  })

  it('duplicates each item once when the target is the same folder', async () => {
    const ann = await t.signIn()
    const top = await folder(ann, 'top')
    await seedFiles(t.deps, ann.userId, 1100, top.id)
    const { body } = await copyAll(ann, top.id, top.id)
    expect(body.meta).toMatchObject({ changed: 1100, skipped: 0 })
    expect(await total(ann, top.id)).toBe(2200)
    const over = await copyAll(ann, top.id, top.id, { rule: 'replace' })
    expect(over.body.meta).toMatchObject({ changed: 0, skipped: 2200 })
  })

  it('copies nothing when the quota is too small for all of it', async () => {
    const { ann, from, to } = await seedFolders()
    await t.deps.db
      .updateTable('user_quotas')
      .set({ capacity_bytes: 40 })
      .where('user_id', '=', ann.userId)
      .execute()
    const rejected = await copyAll(ann, from.id, to.id)
    expect(rejected.body.code).toBe('upload.quota_exceeded')
    expect(await ann.names(to.id)).toEqual([])
    // Seeded items do not count toward the quota.
    expect(
      (await findIntegrityErrors(t.deps.db)).filter(fault => !fault.startsWith('quota')),
    ).toEqual([])
  })
})

it('takes a few statements per 500 items', async () => {
  const ann = await t.signIn()
  const folders = await Promise.all(
    ['small', 'large', 'to small', 'to large', 'end'].map(name => folder(ann, name)),
  )
  const [small, large, toSmall, toLarge, end] = folders.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await seedFiles(t.deps, ann.userId, 5, small)
  await seedFiles(t.deps, ann.userId, 5000, large)
  const counted = async (work: () => Promise<unknown>) => {
    const queries = await t.countQueries(work)
    // Finding the users to notify happens after the answer.
    return queries.filter(sql => /update|insert|select/.test(sql)).length
  }
  const forFewCopies = await counted(() => copyAll(ann, small, toSmall))
  const forManyCopies = await counted(() => copyAll(ann, large, toLarge))
  const forFewMoves = await counted(() => moveAll(ann, small, end, { rule: 'skip' }))
  const forManyMoves = await counted(() => moveAll(ann, large, end, { rule: 'skip' }))
  const more = (5 * 5000) / 500
  expect(forManyCopies - forFewCopies).toBeLessThan(more)
  expect(forManyMoves - forFewMoves).toBeLessThan(more)
  expect([await total(ann, toLarge), await total(ann, end)]).toEqual([5000, 5000])
})

it('returns the first conflicts and the number of all', async () => {
  const ann = await t.signIn()
  const from = await folder(ann, 'from')
  const to = await folder(ann, 'to')
  for (const { id } of [from, to]) await seedFiles(t.deps, ann.userId, 150, id)
  const ask = (to_id: string) =>
    ann.call(items.findConflicts, { body: { to_id, select_all_in: { folder_id: from.id } } })
  const { body } = await ask(to.id)
  expect([body.data.length, body.meta.total]).toEqual([100, 150])
  expect(body.data[0].item.attributes).toMatchObject({ name: 'file-0.txt', parent_id: from.id })
  expect(body.data[0].existing.attributes.parent_id).toBe(to.id)
  expect((await ask(from.id)).body).toMatchObject({ data: [], meta: { total: 0 } })
})

it('answers not found for folders of other users', async () => {
  const { ann, from, to } = await seedFolders()
  const eve = await t.signIn()
  const own = await folder(eve, 'own')
  await file(eve, 'own.txt', own.id)
  for (const [source, target] of [
    [from.id, own.id],
    [own.id, to.id],
    [ann.userId, null],
  ] as const)
    for (const act of [moveAll, copyAll]) expect((await act(eve, source, target)).status).toBe(404)
  expect(await ann.names(from.id)).toHaveLength(3)
  const both = { to_id: to.id, items: [from], select_all_in: { folder_id: from.id } }
  for (const path of ['/api/move', '/api/copy', '/api/conflicts'])
    expect((await ann.send('POST', path, both)).status).toBe(422)
})

it('leaves out trashed items', async () => {
  const { ann, from, to, excluded } = await seedFolders()
  await ann.call(trash.removeItems, { body: { items: [excluded] } })
  expect((await moveAll(ann, from.id, to.id)).body.meta.changed).toBe(2)
  expect((await moveAll(ann, excluded.id, to.id)).status).toBe(404)
})
