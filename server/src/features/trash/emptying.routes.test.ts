import { items, trash } from '@coffer/contract'
import { expect, it } from 'vitest'
import { folder } from '../../../test/new-items.ts'
import { openPage } from '../../../test/open-page.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { seedNesting } from '../../../test/seed-nesting.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { type JobStore, LEASE_MS } from '../../jobs/queue.ts'
import { emptyLargeTrash, resumeEmptyings } from './index.ts'

const t = await openTestApp()

const COUNT = 1300

/** Seeds a user with many files in the trash; returns their ids. */
async function withLargeTrash(): Promise<{ ann: TestClient; ids: string[] }> {
  const ann = await t.signIn()
  await seedFiles(t.deps, ann.userId, COUNT)
  const owned = { owner_id: ann.userId, type: 'file' as const }
  const rows = await t.deps.db
    .selectFrom('items')
    .select(['id', 'size_bytes'])
    .where('owner_id', '=', owned.owner_id)
    .where('type', '=', owned.type)
    .orderBy('id')
    .execute()
  const used_bytes = rows.reduce((sum, row) => sum + row.size_bytes, 0)
  await t.deps.db
    .updateTable('user_quotas')
    .set({ used_bytes })
    .where('user_id', '=', ann.userId)
    .execute()
  const refs = rows.map(({ id }) => ({ id, type: owned.type }))
  for (const some of [refs.slice(0, 1000), refs.slice(1000)])
    await ann.call(trash.removeItems, { body: { items: some } })
  return { ann, ids: rows.map(({ id }) => id) }
}

const totalIn = async (client: TestClient, list: string): Promise<number> =>
  (await client.send('GET', `/api/browse/${list}/all`)).body.meta.paginate.total
const progressOf = async (client: TestClient) =>
  (await client.call(trash.getEmptying, {})).body.data

it('answers at once for a large trash, continues in the background and reports progress', async () => {
  const { ann } = await withLargeTrash()
  const page = await openPage(ann)
  const { status, body } = await ann.call(trash.emptyTrash, { query: {} })
  expect([status, body.meta]).toEqual([
    200,
    { changed: 0, skipped: 0, emptying: { total: COUNT, done: 0 } },
  ])
  expect(await progressOf(ann)).toEqual({ total: COUNT, done: 0 })
  expect(await totalIn(ann, 'trash')).toBe(COUNT)
  await t.runJobs()
  expect(await totalIn(ann, 'trash')).toBe(0)
  expect(await progressOf(ann)).toBeNull()
  const user = await ann.send('GET', '/api/user')
  expect(user.body.data.attributes.storage.used_bytes).toBe(0)
  const progressEvents = () => page.events.filter(event => event.type === 'trash.progress')
  await expect
    .poll(() => progressEvents().at(-1))
    .toEqual({ type: 'trash.progress', total: COUNT, done: COUNT })
  expect(progressEvents().length).toBeGreaterThan(3)
})

// C2
it('keeps items that are restored meanwhile or trashed later', async () => {
  const { ann, ids } = await withLargeTrash()
  await ann.call(trash.emptyTrash, { query: {} })
  t.advance(1000)
  const rescued = { id: ids[7] ?? '', type: 'file' as const }
  await ann.call(trash.restoreItems, { body: { items: [rescued] } })
  const laterFolder = (
    await ann.call(items.createFolder, { body: { name: 'Late', parent_id: null } })
  ).body
  await ann.call(trash.removeItems, {
    body: { items: [{ id: laterFolder.data.id, type: 'folder' }] },
  })
  await t.runJobs()
  expect(await ann.names()).toHaveLength(1)
  expect(await totalIn(ann, 'trash')).toBe(1)
  expect(await progressOf(ann)).toBeNull()
})

it('keeps items that another process, whose clock is behind, trashes meanwhile', async () => {
  const { ann, ids } = await withLargeTrash()
  await ann.call(trash.emptyTrash, { query: {} })
  // Those that were trashed last, so that only the emptying itself says until when it deletes.
  const restored = ids.slice(1000).map(id => ({ id, type: 'file' as const }))
  await ann.call(trash.restoreItems, { body: { items: restored } })
  t.advance(-60_000)
  const { id } = await folder(ann, 'Late')
  await ann.call(trash.removeItems, { body: { items: [{ id, type: 'folder' }] } })
  t.advance(60_000)
  await t.runJobs()
  expect(await totalIn(ann, 'trash')).toBe(1)
})

it('continues where it was when its process is killed', async () => {
  const { ann } = await withLargeTrash()
  await ann.call(trash.emptyTrash, { query: {} })
  const queue = t.deps.jobs as JobStore
  // Another process claims the job, does part of it and then disappears.
  const [claimed] = await queue.claim([emptyLargeTrash.name], 1)
  const killed = AbortSignal.abort(new Error('killed'))
  await expect(
    emptyLargeTrash.run(t.deps, { ownerId: ann.userId }, { signal: killed }),
  ).rejects.toThrow()
  expect(claimed?.attempt).toBe(1)
  await t.jobsLater(LEASE_MS + 1000)
  await queue.recover([])
  await t.jobsLater(60_000)
  await t.runJobs()
  expect(await totalIn(ann, 'trash')).toBe(0)
  expect(await progressOf(ann)).toBeNull()
})

it('is not resumed while its job runs', async () => {
  const { ann } = await withLargeTrash()
  await ann.call(trash.emptyTrash, { query: {} })
  const queue = t.deps.jobs as JobStore
  const [claimed] = await queue.claim([emptyLargeTrash.name], 1)
  await resumeEmptyings(t.deps)
  expect(await queue.claim([emptyLargeTrash.name], 1)).toEqual([])
  if (claimed) await queue.release(claimed)
  await t.runJobs()
  expect(await totalIn(ann, 'trash')).toBe(0)
})

it('is resumed after its job has failed permanently', async () => {
  const { ann } = await withLargeTrash()
  await ann.call(trash.emptyTrash, { query: {} })
  const queue = t.deps.jobs as JobStore
  for (let attempt = 1; attempt <= emptyLargeTrash.attempts; attempt += 1) {
    const [claimed] = await queue.claim([emptyLargeTrash.name], 1)
    expect(claimed?.attempt).toBe(attempt)
    if (claimed) await queue.fail(claimed, 'no luck')
    await t.jobsLater(3_600_000)
  }
  expect(await queue.claim([emptyLargeTrash.name], 1)).toEqual([])
  expect(await progressOf(ann)).toEqual({ total: COUNT, done: 0 })
  await resumeEmptyings(t.deps)
  await t.runJobs()
  expect(await totalIn(ann, 'trash')).toBe(0)
  expect(await progressOf(ann)).toBeNull()
})

it('deletes one large folder in batches and keeps items trashed from it before', async () => {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  const inner = await folder(ann, 'inner', top.id)
  await seedFiles(t.deps, ann.userId, 900, top.id)
  await seedFiles(t.deps, ann.userId, 300, inner.id)
  const used_bytes = (899 * 900) / 2 + (299 * 300) / 2
  await t.deps.db
    .updateTable('user_quotas')
    .set({ used_bytes })
    .where('user_id', '=', ann.userId)
    .execute()
  await ann.call(trash.removeItems, { body: { items: [top] } })
  await ann.call(trash.emptyTrash, { query: {} })
  const total = 900 + 300 + 2
  expect(await progressOf(ann)).toEqual({ total, done: 0 })
  const page = await openPage(ann)
  const statements = await t.countQueries(() => t.runJobs())
  const progressEvents = () =>
    page.events.flatMap(event => (event.type === 'trash.progress' ? [Number(event.done)] : []))
  await expect.poll(() => progressEvents().at(-1)).toBe(total)
  expect(progressEvents().slice(0, -1)).toEqual([200, 400, 600, 800, 1000, 1200])
  const commits = statements.filter(sql => /trash_emptyings/.test(sql) && sql.startsWith('select'))
  expect(commits.length).toBeGreaterThan(4)
  expect(await totalIn(ann, 'trash')).toBe(0)
  expect(await progressOf(ann)).toBeNull()
  expect((await t.storage(ann.userId)).used_bytes).toBe(0)
})

it('takes no more steps for a very deep tree than for a flat one', async () => {
  const ann = await t.signIn()
  const names = Array.from({ length: 1600 }, (_, level) => `level ${level}`)
  await seedNesting(t.deps, ann.userId, names)
  const [top] = (await ann.send('GET', '/api/browse/folders/all')).body.data
  await ann.call(trash.removeItems, { body: { items: [{ id: top.id, type: 'folder' }] } })
  await ann.call(trash.emptyTrash, { query: {} })
  const page = await openPage(ann)
  await t.runJobs()
  const progressEvents = () =>
    page.events.flatMap(event => (event.type === 'trash.progress' ? [Number(event.done)] : []))
  await expect.poll(() => progressEvents().at(-1)).toBe(1600)
  expect(progressEvents()).toEqual([200, 400, 600, 800, 1000, 1200, 1400, 1600])
  expect(await totalIn(ann, 'trash')).toBe(0)
})

it('includes items trashed since when requested again', async () => {
  const { ann } = await withLargeTrash()
  await ann.call(trash.emptyTrash, { query: {} })
  t.advance(1000)
  const laterFolder = (
    await ann.call(items.createFolder, { body: { name: 'Late', parent_id: null } })
  ).body
  await ann.call(trash.removeItems, {
    body: { items: [{ id: laterFolder.data.id, type: 'folder' }] },
  })
  const again = await ann.call(trash.emptyTrash, { query: {} })
  expect(again.body.meta.emptying).toEqual({ total: COUNT + 1, done: 0 })
  await t.runJobs()
  expect(await totalIn(ann, 'trash')).toBe(0)
})

// C2
it('keeps counts correct when items are restored while it runs', async () => {
  const { ann, ids } = await withLargeTrash()
  await ann.call(trash.emptyTrash, { query: {} })
  const work = t.runJobs()
  const answers = await Promise.all(
    ids
      .slice(-30)
      .map(id =>
        ann.call(trash.restoreItems, { body: { items: [{ id, type: 'file' as const }] } }),
      ),
  )
  await work
  const restored = answers.filter(({ status }) => status === 200).length
  expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true)
  expect(await totalIn(ann, 'folders')).toBe(restored)
  expect(await totalIn(ann, 'trash')).toBe(0)
})
