import { describe, expect, it } from 'vitest'
import { findMiscounts } from '../../../test/miscounts.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { deleteReleasedBlobs } from '../blobs/index.ts'

const t = await openTestApp()

const storage = async (client: TestClient) =>
  (await client.send('GET', '/api/user/storage')).body.data

it('storage by category adds up to the used bytes, in two statements', async () => {
  const ann = await t.signIn()
  expect((await storage(ann)).meta.images).toEqual({ used: '0 B', used_bytes: 0, percentage: 0 })
  for (const [filename, category, size] of [
    ['a.png', 'image', 30],
    ['b.mp4', 'video', 20],
    ['c.txt', 'document', 50],
  ] as const) {
    const sent = await ann.upload({ filename, content: 'x'.repeat(size) })
    const item = t.deps.db.updateTable('items').set({ category })
    await item.where('id', '=', sent.body.data.id).execute()
  }
  const { attributes, meta } = await storage(ann)
  expect(attributes).toMatchObject({ used_bytes: 100 })
  const { traffic: _, ...shares } = meta
  const kinds = Object.entries<{ used_bytes: number }>(shares).map(([kind, share]) => [
    kind,
    share.used_bytes,
  ])
  expect(Object.fromEntries(kinds)).toEqual({
    images: 30,
    videos: 20,
    audios: 0,
    documents: 50,
    others: 0,
    versions: 0,
    trash: 0,
  })
  // Session, storage and traffic.
  expect(await t.countQueries(() => storage(ann))).toHaveLength(3)
})

it('percentages are of the capacity, and trash and versions count', async () => {
  const ann = await t.signIn()
  await t.limitStorage(ann.userId, 1000)
  const first = await ann.upload({ filename: 'a.txt', content: 'x'.repeat(100) })
  await ann.upload({ filename: 'a.txt', content: 'y'.repeat(50), on_conflict: 'replace' })
  const items = [{ id: first.body.data.id, type: 'file' }]
  await ann.send('POST', '/api/remove', { items })
  const { attributes, meta } = await storage(ann)
  expect(attributes).toMatchObject({ used_bytes: 150, capacity_bytes: 1000, percentage: 15 })
  expect(meta.versions).toEqual({ used: '100 B', used_bytes: 100, percentage: 10 })
  expect(meta.trash).toEqual({ used: '50 B', used_bytes: 50, percentage: 5 })
})

it('traffic lists uploads and downloads of the user for each of 45 days', async () => {
  const ann = await t.signIn()
  const bob = await t.signIn()
  const sent = await ann.upload({ filename: 'a.txt', content: 'x'.repeat(200) })
  await bob.upload({ filename: 'b.txt', content: 'x'.repeat(999) })
  await (await ann.fetch(sent.body.data.attributes.file_url)).text()
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const { db } = t.deps
  for (const [daysAgo, upload_bytes] of [
    [44, 50],
    [45, 7],
  ] as const)
    await db
      .insertInto('traffic')
      .values({ user_id: ann.userId, day: day(daysAgo), upload_bytes, download_bytes: 0 })
      .execute()
  const traffic = async () => (await storage(ann)).meta.traffic
  await expect.poll(async () => (await traffic()).download_bytes).toBe(200)
  const { upload, upload_bytes, chart } = await traffic()
  expect([upload, upload_bytes]).toEqual(['250 B', 250])
  expect([chart.upload.length, chart.download.length]).toEqual([45, 45])
  expect(chart.upload[0]).toEqual({
    created_at: `${day(44)}T00:00:00.000Z`,
    amount: '50 B',
    amount_bytes: 50,
    percentage: 25,
  })
  expect(chart.upload.at(-1)).toMatchObject({ amount_bytes: 200, percentage: 100 })
  expect(chart.download[0]).toMatchObject({ amount_bytes: 0, percentage: 0 })
})

describe('the largest files', () => {
  const largest = async (client: TestClient) =>
    (await client.send('GET', '/api/user/storage/largest')).body.data.map(
      ({ attributes }: { attributes: { name: string } }) => attributes.name,
    )

  it('are listed by size from all folders and the trash, only of the user', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const { body } = await ann.send('POST', '/api/create-folder', { name: 'Deep' })
    const upload = (filename: string, size: number, parent_id: string | null = null) =>
      ann.upload({ filename, content: 'x'.repeat(size), parent_id })
    await upload('small.txt', 1)
    await upload('large.txt', 300, body.data.id)
    const removed = await upload('removed.txt', 200)
    await bob.upload({ filename: 'foreign.txt', content: 'x'.repeat(999) })
    const items = [{ id: removed.body.data.id, type: 'file' }]
    await ann.send('POST', '/api/remove', { items })
    expect(await largest(ann)).toEqual(['large.txt', 'removed.txt', 'small.txt'])
    // Session and files.
    expect(await t.countQueries(() => largest(ann))).toHaveLength(2)
  })
})

describe('deleting all versions', () => {
  it('frees their bytes, and keeps current contents and versions of other users', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const upload = (client: TestClient, content: string) =>
      client.upload({ filename: 'a.txt', content, on_conflict: 'replace' })
    for (const client of [ann, bob])
      for (const content of ['one', 'seven', 'eleven']) await upload(client, content)
    const { body } = await ann.send('DELETE', '/api/user/storage/versions')
    expect(body.data).toEqual({ freed_bytes: 8 })
    const { attributes, meta } = await storage(ann)
    expect([attributes.used_bytes, meta.versions.used_bytes]).toEqual([6, 0])
    expect((await storage(bob)).meta.versions.used_bytes).toBe(8)
    const [file] = (await ann.send('GET', '/api/browse/folders/all')).body.data
    expect(file.attributes.versions).toBe(0)
    expect(String(Buffer.from(await ann.download(file)))).toBe('eleven')
    expect(await findMiscounts(t.deps.db)).toEqual([])
    await deleteReleasedBlobs(t.deps)
    expect(String(Buffer.from(await ann.download(file)))).toBe('eleven')
    const again = await ann.send('DELETE', '/api/user/storage/versions')
    expect(again.body.data).toEqual({ freed_bytes: 0 })
  })
})
