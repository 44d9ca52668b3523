import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { seedFiles } from '../../../test/seed-files.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

const folder = async (client: TestClient, name: string, parent_id: string | null = null) =>
  (await client.send('POST', '/api/create-folder', { name, parent_id })).body.data.id as string
const file = async (client: TestClient, filename: string) =>
  (await client.upload({ filename })).body.data.id as string
const addFavourites = (client: TestClient, ...ids: string[]) =>
  client.send('POST', '/api/favourites', { ids })
const removeFavourite = (client: TestClient, id: string) =>
  client.send('POST', `/api/favourites/${id}`, { _method: 'delete' })
const namesOf = async (client: TestClient): Promise<string[]> => {
  const { body } = await client.send('GET', '/api/user')
  return body.data.relationships.favourites.data.map(
    (item: { attributes: { name: string } }) => item.attributes.name,
  )
}

describe('favourites', () => {
  it('contain files and folders in the order in which they were added', async () => {
    const ann = await t.signIn()
    const invoices = await folder(ann, 'Invoices')
    const report = await file(ann, 'report.txt')
    expect((await addFavourites(ann, report)).status).toBe(201)
    t.advance(1000)
    const again = await addFavourites(ann, invoices, report)
    expect(again.body.meta).toEqual({ changed: 1, skipped: 1 })
    expect(await namesOf(ann)).toEqual(['report.txt', 'Invoices'])
    expect((await removeFavourite(ann, report)).body.meta).toEqual({ changed: 1, skipped: 0 })
    expect((await removeFavourite(ann, report)).body.meta).toEqual({ changed: 0, skipped: 1 })
    expect(await namesOf(ann)).toEqual(['Invoices'])
  })

  // C4
  it('added or removed by two browsers at once change once', async () => {
    const ann = await t.signIn()
    const browsers = [ann, await t.signInAgain(ann)]
    const report = await file(ann, 'report.txt')
    const marked = await Promise.all(browsers.map(browser => addFavourites(browser, report)))
    expect(marked.map(({ body }) => body.meta.changed).sort()).toEqual([0, 1])
    expect(await namesOf(ann)).toEqual(['report.txt'])
    const unmarked = await Promise.all(browsers.map(browser => removeFavourite(browser, report)))
    expect(unmarked.map(({ body }) => body.meta.changed).sort()).toEqual([0, 1])
    expect(await namesOf(ann)).toEqual([])
  })

  it('several can be removed at once', async () => {
    const ann = await t.signIn()
    const ids = [await folder(ann, 'One'), await folder(ann, 'Two'), await folder(ann, 'Three')]
    await addFavourites(ann, ...ids)
    const { body } = await ann.send('DELETE', '/api/favourites', { ids: ids.slice(0, 2) })
    expect(body.meta).toEqual({ changed: 2, skipped: 0 })
    expect(await namesOf(ann)).toEqual(['Three'])
  })

  it('are shown on the item in every response, only to their user', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const id = await folder(ann, 'Marked')
    await folder(ann, 'Plain')
    await addFavourites(ann, id)
    const { body } = await ann.send('GET', '/api/browse/folders/all?sort=name&direction=ASC')
    const attributes = body.data.map((item: { attributes: object }) => item.attributes)
    expect(attributes).toMatchObject([{ is_favourite: true }, { is_favourite: false }])
    expect(body.data[0].relationships.favourites.data).toEqual([{ id: ann.userId, type: 'user' }])
    const inside = await ann.send('GET', `/api/browse/folders/${id}`)
    expect(inside.body.meta.root.attributes.is_favourite).toBe(true)
    const renamed = await ann.send('PATCH', `/api/rename/${id}`, { name: 'New', type: 'folder' })
    expect(renamed.body.data.attributes).toMatchObject({ name: 'New', is_favourite: true })
    expect(await namesOf(bob)).toEqual([])
  })

  it('are hidden while the item is in the trash, and deleted with the item', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'Outer')
    const inner = await folder(ann, 'Inner', outer)
    await addFavourites(ann, inner, outer)
    const items = [{ id: outer, type: 'folder' }]
    await ann.send('POST', '/api/remove', { items })
    expect(await namesOf(ann)).toEqual([])
    expect((await addFavourites(ann, inner)).status).toBe(404)
    await ann.send('POST', '/api/trash/restore', { items })
    expect((await namesOf(ann)).sort()).toEqual(['Inner', 'Outer'])
    await ann.send('POST', '/api/remove', { items })
    await ann.send('DELETE', '/api/trash/dump')
    const attributes = t.deps.db.selectFrom('favourites').selectAll().where('item_id', '=', inner)
    expect(await attributes.execute()).toEqual([])
  })

  it('are added all or none, and never for items of other users', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const annsFolder = await folder(ann, 'Hers')
    const evesFolder = await folder(eve, 'Own')
    expect((await addFavourites(eve, evesFolder, annsFolder)).status).toBe(404)
    expect((await addFavourites(eve, evesFolder, randomUUID())).status).toBe(404)
    expect((await addFavourites(eve, eve.userId)).status).toBe(404)
    expect(await namesOf(eve)).toEqual([])
  })

  it('are limited to 500', async () => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 501)
    const items = t.deps.db.selectFrom('items').select('id').where('type', '=', 'file')
    const rows = await items.where('owner_id', '=', ann.userId).execute()
    const ids = rows.map(row => row.id)
    expect((await addFavourites(ann, ...ids.slice(0, 500))).status).toBe(201)
    const refused = await addFavourites(ann, ids[500] as string)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ code: 'favourite.too_many' })
    expect(refused.body.detail).toContain('500')
    expect(await namesOf(ann)).toHaveLength(500)
  })
})
