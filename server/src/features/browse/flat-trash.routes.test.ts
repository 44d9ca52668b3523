import { expect, it } from 'vitest'
import { makeLease } from '../../../test/document-types.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

interface Listed {
  attributes: { name: string }
}
const namesOf = ({ body }: { body: { data: Listed[] } }) =>
  body.data.map(item => item.attributes.name)
const folder = async (client: TestClient, name: string, parent_id: string | null = null) =>
  (await client.send('POST', '/api/create-folder', { name, parent_id })).body.data.id as string
const file = async (client: TestClient, filename: string, parent_id?: string) =>
  (await client.upload({ filename, ...(parent_id && { parent_id }) })).body.data.id as string
const trashed = (client: TestClient, query = '') =>
  client.send('GET', `/api/admin/trashed?sort=name&direction=ASC${query}`)
const remove = (client: TestClient, id: string, type = 'file') =>
  client.send('POST', '/api/remove', { items: [{ id, type }] })

it('lists the trash of all users for admins only, without any abilities', async () => {
  const ann = await t.signIn()
  const bob = await t.signIn()
  const admin = await t.signIn('admin')
  const outer = await folder(ann, 'Outer trashed')
  await file(ann, 'inner-trashed.txt', outer)
  await file(ann, 'stays.txt')
  await remove(ann, outer, 'folder')
  await remove(bob, await file(bob, 'bobs-trashed.txt'))
  const all = await trashed(admin)
  const names = ['Outer trashed', 'bobs-trashed.txt', 'inner-trashed.txt']
  expect(namesOf(all)).toEqual(expect.arrayContaining(names))
  expect(namesOf(all)).not.toContain('stays.txt')
  expect(all.body.meta.paginate.total).toBe(all.body.data.length)
  for (const { meta, attributes } of all.body.data) {
    expect(new Set(Object.values(meta.can))).toEqual(new Set([false]))
    expect(attributes.deleted_at).not.toBeNull()
  }
  expect((await trashed(ann)).status).toBe(403)
})

it('filters by user, category, document type and customer', async () => {
  const ann = await t.signIn()
  const admin = await t.signIn('admin')
  const { typeId, subcategoryId } = await makeLease(admin, 'Trashed contract')
  const document = { tipo_id: typeId, subcategory_id: subcategoryId }
  const customer = await folder(ann, 'X1 - Eva Sol')
  const year = await folder(ann, '2025', customer)
  const lease = (await ann.upload({ filename: 'lease.txt', parent_id: year, ...document })).body
  const picture = await file(ann, 'picture.png', year)
  await t.deps.db
    .updateTable('items')
    .set({ category: 'image' })
    .where('id', '=', picture)
    .execute()
  await remove(ann, lease.data.id)
  await remove(ann, year, 'folder')
  await remove(ann, await file(ann, 'extra.txt'))
  const own = `&user=${ann.userId}`
  expect(namesOf(await trashed(admin, own))).toEqual([
    '2025',
    'extra.txt',
    'lease.txt',
    'picture.png',
  ])
  expect(namesOf(await trashed(admin, `${own}&category=image`))).toEqual(['picture.png'])
  expect(namesOf(await trashed(admin, `&type=${typeId}`))).toEqual(['lease.txt'])
  expect(namesOf(await trashed(admin, `&subcategory=${subcategoryId}`))).toEqual(['lease.txt'])
  expect(namesOf(await trashed(admin, `&custom=${customer}`))).toEqual([
    '2025',
    'lease.txt',
    'picture.png',
  ])
})

it('filters by day of removal and is paged', async () => {
  const ann = await t.signIn()
  const admin = await t.signIn('admin')
  const own = `&user=${ann.userId}`
  const old = await file(ann, 'made-long-ago.txt')
  const lot = await folder(ann, 'Lot')
  await seedFiles(t.deps, ann.userId, 60, lot)
  t.advance(86_400_000)
  await remove(ann, lot, 'folder')
  const between = encodeURIComponent(t.deps.now().toISOString())
  expect((await trashed(admin, `${own}&to=${between}`)).body.meta.paginate.total).toBe(61)
  t.advance(86_400_000)
  const since = encodeURIComponent(t.deps.now().toISOString())
  await remove(ann, old)
  expect(namesOf(await trashed(admin, `${own}&from=${since}`))).toEqual(['made-long-ago.txt'])
  const pages = await Promise.all([1, 2].map(page => trashed(admin, `${own}&page=${page}`)))
  expect(pages.map(({ body }) => body.data.length)).toEqual([50, 12])
  expect(new Set(pages.flatMap(namesOf)).size).toBe(62)
})
