import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const ann = await t.signIn()
const ben = await t.signIn()

type Ref = { id: string; type: string }
const trash = async (client: TestClient, filename: string, parent_id?: string): Promise<Ref> => {
  const { id } = (await client.upload({ filename, parent_id })).body.data
  await client.send('POST', '/api/remove', { items: [{ id, type: 'file' }] })
  return { id, type: 'file' }
}
const call = (name: 'restore' | 'delete', items: Ref[], client = admin) =>
  client.send('POST', `/api/admin/trashed/${name}`, { items })
const trashOf = async (client: TestClient) =>
  (await client.send('GET', '/api/browse/trash/all')).body.data.length
const entries = () =>
  t.deps.db
    .selectFrom('audit_entries')
    .select(['action', 'target_id', 'actor_id'])
    .orderBy('seq')
    .execute()

it('restores items of several users to where they were', async () => {
  const folder = await ann.send('POST', '/api/create-folder', { name: 'Kept' })
  const inFolder = await trash(ann, 'a.txt', folder.body.data.id)
  const atHome = await trash(ben, 'b.txt')
  const { status, body } = await call('restore', [inFolder, atHome])
  expect([status, body.meta.changed]).toEqual([200, 2])
  expect(await ann.names(folder.body.data.id)).toEqual(['a.txt'])
  expect(await ben.names()).toContain('b.txt')
  expect((await entries()).slice(-2)).toEqual([
    { action: 'trash.restored', target_id: ann.userId, actor_id: admin.userId },
    { action: 'trash.restored', target_id: ben.userId, actor_id: admin.userId },
  ])
})

it('restores an item with a number when its name is taken, and keeps it with its owner', async () => {
  const item = await trash(ann, 'taken.txt')
  await ann.upload({ filename: 'taken.txt' })
  await call('restore', [item])
  const restored = (await ann.send('GET', `/api/items/${item.id}`)).body.data
  expect(restored.attributes.name).not.toBe('taken.txt')
  expect(restored.relationships.owner.data.id).toBe(ann.userId)
})

it('deletes items forever and frees their storage', async () => {
  const item = await trash(ann, 'gone.txt')
  const before = await t.storage(ann.userId)
  expect((await call('delete', [item])).body.meta).toEqual({ changed: 1, skipped: 0 })
  expect((await ann.send('GET', `/api/items/${item.id}`)).status).toBe(404)
  const after = await t.storage(ann.userId)
  expect(Number(after.used_bytes)).toBe(Number(before.used_bytes) - 'content'.length)
})

it('never touches items that are not in a trash', async () => {
  const { id } = (await ann.upload({ filename: 'live.txt' })).body.data
  const trashed = await trash(ann, 'also.txt')
  for (const name of ['restore', 'delete'] as const)
    for (const items of [
      [trashed, { id, type: 'file' }],
      [trashed, { id: ann.userId, type: 'folder' }],
      [trashed, { id: randomUUID(), type: 'file' }],
    ])
      expect((await call(name, items)).status).toBe(404)
  expect((await ann.send('GET', `/api/items/${trashed.id}`)).status).toBe(200)
  await call('delete', [trashed])
})

it('empties the trash of one user only', async () => {
  await trash(ann, 'x.txt')
  await trash(ann, 'y.txt')
  await trash(ben, 'z.txt')
  const path = `/api/admin/trashed/users/${ann.userId}`
  const { body } = await admin.send('DELETE', path)
  expect(body.meta).toEqual({ changed: 2, skipped: 0, emptying: null })
  expect([await trashOf(ann), await trashOf(ben)]).toEqual([0, 1])
  expect((await admin.send('DELETE', `/api/admin/trashed/users/${randomUUID()}`)).status).toBe(404)
})

it('lets an admin see trashed items, but not open them', async () => {
  const item = await trash(ann, 'secret.txt')
  const { data } = (await admin.send('GET', `/api/admin/trashed?user=${ann.userId}`)).body
  expect(data).toMatchObject([{ id: item.id, attributes: { name: 'secret.txt' } }])
  expect((await admin.fetch(`/file/${item.id}`)).status).toBe(403)
  for (const name of ['restore', 'delete'] as const)
    expect((await call(name, [item], ben)).status).toBe(403)
})
