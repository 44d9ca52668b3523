import { trash } from '@coffer/contract'
import type { Item } from '@coffer/contract/items'
import { expect, it } from 'vitest'
import { file, folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import { makeTeamWith } from '../../../test/teams.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

const listTrash = async (client: TestClient, id = 'all') =>
  (await client.call(trash.browseTrash, { params: { id }, query: {} })).body
const namesInTrash = async (client: TestClient) =>
  (await listTrash(client)).data.map(({ attributes }: Item) => attributes.name)
const remove = (client: TestClient, items: { id: string; type: 'file' | 'folder' }[]) =>
  client.call(trash.removeItems, { body: { items } })

/** Seeds more files than one request deletes, and their bytes, which seeding does not count. */
async function seedMany(client: TestClient, folderId: string): Promise<void> {
  const count = 1100
  await seedFiles(t.deps, client.userId, count, folderId)
  await t.deps.db
    .updateTable('user_quotas')
    .set(eb => ({ used_bytes: eb('used_bytes', '+', ((count - 1) * count) / 2) }))
    .where('user_id', '=', client.userId)
    .execute()
}

/** A trash with one file, the time of its list, and a folder that a member removed after it. */
async function withLateRemoval() {
  const [ann, ben] = [await t.signIn(), await t.signIn()]
  const team = await makeTeamWith(ann, 'crew', [[ben, 'can_edit']])
  const contracts = await folder(ann, 'contracts', team.id)
  await file(ann, 'signed.txt', contracts.id)
  await remove(ann, [await file(ann, 'old.txt')])
  const { data, meta } = await listTrash(ann)
  expect(meta.removed_until).toBe(data[0]?.attributes.deleted_at)
  await remove(ben, [contracts])
  return { ann, removed_until: meta.removed_until }
}

it('empties the trash up to the time of the confirmed list', async () => {
  const { ann, removed_until } = await withLateRemoval()
  const { body } = await ann.call(trash.emptyTrash, { query: { removed_until } })
  expect(body.meta).toEqual({ changed: 1, skipped: 0, emptying: null })
  expect(await namesInTrash(ann)).toEqual(['contracts'])
  await ann.call(trash.emptyTrash, { query: {} })
  expect(await listTrash(ann)).toMatchObject({ data: [], meta: { paginate: { total: 0 } } })
})

it('deletes a bulk selection up to the time of the confirmed list', async () => {
  const { ann, removed_until } = await withLateRemoval()
  const select_all_in = { folder_id: null, force_delete: true, removed_until }
  const { body } = await ann.call(trash.removeItems, { body: { select_all_in } })
  expect(body.meta.changed).toBe(1)
  expect(await namesInTrash(ann)).toEqual(['contracts'])
})

it('keeps what a trashed folder holds since it was restored and trashed again', async () => {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  await file(ann, 'a.txt', top.id)
  await remove(ann, [top])
  const { removed_until } = (await listTrash(ann, top.id)).meta
  await ann.call(trash.restoreItems, { body: { items: [top] } })
  await file(ann, 'b.txt', top.id)
  t.advance(1000)
  await remove(ann, [top])
  const purge = (until: string | undefined) =>
    ann.call(trash.removeItems, {
      body: { select_all_in: { folder_id: top.id, force_delete: true, removed_until: until } },
    })
  expect((await purge(removed_until)).body.meta.changed).toBe(0)
  expect((await purge((await listTrash(ann, top.id)).meta.removed_until)).body.meta.changed).toBe(2)
})

it('an emptying that is confirmed by an older list does not shorten the one in progress', async () => {
  const ann = await t.signIn()
  await remove(ann, [await file(ann, 'first.txt')])
  const { removed_until } = (await listTrash(ann)).meta
  const top = await folder(ann, 'top')
  await seedMany(ann, top.id)
  await remove(ann, [top])
  await ann.call(trash.emptyTrash, { query: {} })
  await ann.call(trash.emptyTrash, { query: { removed_until } })
  await t.runJobs()
  expect(await namesInTrash(ann)).toEqual([])
})

it('a large trash that is emptied by a list of few items answers at once', async () => {
  const ann = await t.signIn()
  await remove(ann, [await file(ann, 'first.txt')])
  const { removed_until } = (await listTrash(ann)).meta
  const top = await folder(ann, 'top')
  await seedMany(ann, top.id)
  await remove(ann, [top])
  const { body } = await ann.call(trash.emptyTrash, { query: { removed_until } })
  expect(body.meta).toEqual({ changed: 1, skipped: 0, emptying: null })
  expect(await namesInTrash(ann)).toEqual(['top'])
})
