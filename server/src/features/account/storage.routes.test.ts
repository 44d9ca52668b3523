import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const storage = async (client: TestClient) =>
  (await client.send('GET', '/api/user/storage')).body.data

it('storage is told by kind, in one statement, and adds up to what is used', async () => {
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
  const kinds = Object.entries<{ used_bytes: number }>(meta).map(([kind, one]) => [
    kind,
    one.used_bytes,
  ])
  expect(Object.fromEntries(kinds)).toEqual({
    ...{ images: 30, videos: 20, audios: 0, documents: 50, others: 0, versions: 0 },
  })
  // The session, and the figures.
  expect(await t.countQueries(() => storage(ann))).toHaveLength(2)
})

it('shares are of the capacity, and what lies in the trash or was replaced counts on', async () => {
  const ann = await t.signIn()
  await t.limitStorage(ann.userId, 1000)
  const first = await ann.upload({ filename: 'a.txt', content: 'x'.repeat(100) })
  await ann.upload({ filename: 'a.txt', content: 'y'.repeat(50), on_conflict: 'replace' })
  const items = [{ id: first.body.data.id, type: 'file' }]
  await ann.send('POST', '/api/remove', { items })
  const { attributes, meta } = await storage(ann)
  expect(attributes).toMatchObject({ used_bytes: 150, capacity_bytes: 1000, percentage: 15 })
  expect(meta.versions).toEqual({ used: '100 B', used_bytes: 100, percentage: 10 })
})
