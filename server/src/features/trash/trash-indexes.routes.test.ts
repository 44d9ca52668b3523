import { items, trash } from '@coffer/contract'
import { expect, it } from 'vitest'
import { file, folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { indexQueuedItems } from '../search/index.ts'
import { removeTrashedFromIndexes } from './index.ts'

const t = await openTestApp()

const removeAll = (client: TestClient, folder_id: string, except: string[]) =>
  client.call(trash.removeItems, { body: { select_all_in: { folder_id, except } } })
const undo = (client: TestClient, removed_at: string) =>
  client.call(trash.restoreItems, { body: { select_all_in: { removed_at } } })
const search = async (client: TestClient) => {
  await indexQueuedItems(t.deps)
  const { body } = await client.send('GET', '/api/search?query=plum')
  return body.data.map((hit: { attributes: { name: string } }) => hit.attributes.name).sort()
}
const SORTS = ['name', 'created_at', 'updated_at', 'size']

/** All lists that contain items of the folder, in every order. */
async function listsOf(client: TestClient, folderId: string) {
  const paths = [
    ...SORTS.map(sort => `/api/browse/folders/${folderId}?sort=${sort}`),
    ...SORTS.map(sort => `/api/filter?sort=${sort}`),
    ...['/api/filter?category=document', '/api/browse/latest', '/api/browse/navigation'],
    ...[`/api/browse/navigation/${folderId}`, '/api/browse/trash/all', '/api/user/storage'],
  ]
  return Object.fromEntries(
    await Promise.all(
      paths.map(async path => {
        const { status, body } = await client.send('GET', path)
        return [path, { status, body }]
      }),
    ),
  )
}

/** Seeds a folder with more items than are sorted in memory; two of them stay live. */
async function seedFolder() {
  const ann = await t.signIn()
  const top = await folder(ann, 'top')
  await seedFiles(t.deps, ann.userId, 2100, top.id)
  await file(ann, 'plum-inner.txt', (await folder(ann, 'inner', top.id)).id)
  await file(ann, 'plum-gone.txt', top.id)
  const liveItems = [await folder(ann, 'kept', top.id), await file(ann, 'plum-kept.txt', top.id)]
  return { ann, top, liveItems, liveIds: liveItems.map(({ id }) => id) }
}

it('lists are the same before and after trashed items leave the indexes', async () => {
  const { ann, top, liveItems, liveIds } = await seedFolder()
  const before = await listsOf(ann, top.id)
  const { body } = await removeAll(ann, top.id, liveIds)
  const locate = () => ann.send('GET', `/api/items/${liveItems[1]?.id}/place?sort=name`)
  const at = await locate()
  const marked = await listsOf(ann, top.id)
  expect(marked[`/api/browse/folders/${top.id}?sort=name`]?.body.data).toHaveLength(2)
  await removeTrashedFromIndexes(t.deps)
  expect(await listsOf(ann, top.id)).toEqual(marked)
  expect((await locate()).body).toEqual(at.body)
  await undo(ann, body.meta.removed_at)
  const after = await listsOf(ann, top.id)
  for (const sort of ['name', 'created_at', 'size']) {
    const ids = (lists: typeof before) =>
      lists[`/api/browse/folders/${top.id}?sort=${sort}`]?.body.data.map(
        ({ id }: { id: string }) => id,
      )
    expect(ids(after)).toEqual(ids(before))
  }
})

it('search finds no trashed items and finds them again once restored, before and after they leave the indexes', async () => {
  const { ann, top, liveIds } = await seedFolder()
  const all = ['plum-gone.txt', 'plum-inner.txt', 'plum-kept.txt']
  expect(await search(ann)).toEqual(all)
  for (const isUnindexed of [false, true]) {
    const { body } = await removeAll(ann, top.id, liveIds)
    expect(await search(ann)).toEqual(['plum-kept.txt'])
    if (isUnindexed) await removeTrashedFromIndexes(t.deps)
    expect(await search(ann)).toEqual(['plum-kept.txt'])
    await undo(ann, body.meta.removed_at)
    expect(await search(ann)).toEqual(all)
  }
})

it('finds an item by its new name after it was renamed, trashed and restored', async () => {
  const ann = await t.signIn()
  const item = await file(ann, 'pear.txt')
  await search(ann)
  await ann.call(items.renameItem, {
    params: { id: item.id },
    body: { name: 'plum.txt', type: 'file' },
  })
  await ann.call(trash.removeItems, { body: { items: [item] } })
  expect(await search(ann)).toEqual([])
  await ann.call(trash.restoreItems, { body: { items: [item] } })
  expect(await search(ann)).toEqual(['plum.txt'])
})
