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
const mark = (client: TestClient, ...ids: string[]) =>
  client.send('POST', '/api/favourites', { ids })
const unmark = (client: TestClient, id: string) =>
  client.send('POST', `/api/favourites/${id}`, { _method: 'delete' })
const namesOf = async (client: TestClient): Promise<string[]> => {
  const { body } = await client.send('GET', '/api/user')
  return body.data.relationships.favourites.data.map(
    (item: { attributes: { name: string } }) => item.attributes.name,
  )
}

describe('favourites', () => {
  it('hold files and folders, in the order in which they were marked', async () => {
    const ann = await t.signIn()
    const invoices = await folder(ann, 'Invoices')
    const report = await file(ann, 'report.txt')
    expect((await mark(ann, report)).status).toBe(201)
    t.advance(1000)
    const again = await mark(ann, invoices, report)
    expect(again.body.meta).toEqual({ changed: 1, skipped: 1 })
    expect(await namesOf(ann)).toEqual(['report.txt', 'Invoices'])
    expect((await unmark(ann, report)).body.meta).toEqual({ changed: 1, skipped: 0 })
    expect((await unmark(ann, report)).body.meta).toEqual({ changed: 0, skipped: 1 })
    expect(await namesOf(ann)).toEqual(['Invoices'])
  })

  // C4
  it('marked and unmarked from two browsers at once are so once', async () => {
    const ann = await t.signIn()
    const browsers = [ann, await t.signInAgain(ann)]
    const report = await file(ann, 'report.txt')
    const marked = await Promise.all(browsers.map(one => mark(one, report)))
    expect(marked.map(({ body }) => body.meta.changed).sort()).toEqual([0, 1])
    expect(await namesOf(ann)).toEqual(['report.txt'])
    const unmarked = await Promise.all(browsers.map(one => unmark(one, report)))
    expect(unmarked.map(({ body }) => body.meta.changed).sort()).toEqual([0, 1])
    expect(await namesOf(ann)).toEqual([])
  })

  it('lose several at once', async () => {
    const ann = await t.signIn()
    const ids = [await folder(ann, 'One'), await folder(ann, 'Two'), await folder(ann, 'Three')]
    await mark(ann, ...ids)
    const { body } = await ann.send('DELETE', '/api/favourites', { ids: ids.slice(0, 2) })
    expect(body.meta).toEqual({ changed: 2, skipped: 0 })
    expect(await namesOf(ann)).toEqual(['Three'])
  })

  it('show on the item wherever it is seen, to their owner alone', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const id = await folder(ann, 'Marked')
    await folder(ann, 'Plain')
    await mark(ann, id)
    const { body } = await ann.send('GET', '/api/browse/folders/all?sort=name&direction=ASC')
    const marks = body.data.map((one: { attributes: object }) => one.attributes)
    expect(marks).toMatchObject([{ is_favourite: true }, { is_favourite: false }])
    expect(body.data[0].relationships.favourites.data).toEqual([{ id: ann.userId, type: 'user' }])
    const inside = await ann.send('GET', `/api/browse/folders/${id}`)
    expect(inside.body.meta.root.attributes.is_favourite).toBe(true)
    const renamed = await ann.send('PATCH', `/api/rename/${id}`, { name: 'New', type: 'folder' })
    expect(renamed.body.data.attributes).toMatchObject({ name: 'New', is_favourite: true })
    expect(await namesOf(bob)).toEqual([])
  })

  it('vanish with what goes to the trash and are back when it is restored', async () => {
    const ann = await t.signIn()
    const outer = await folder(ann, 'Outer')
    const inner = await folder(ann, 'Inner', outer)
    await mark(ann, inner, outer)
    const items = [{ id: outer, type: 'folder' }]
    await ann.send('POST', '/api/remove', { items })
    expect(await namesOf(ann)).toEqual([])
    expect((await mark(ann, inner)).status).toBe(404)
    await ann.send('POST', '/api/trash/restore', { items })
    expect((await namesOf(ann)).sort()).toEqual(['Inner', 'Outer'])
    await ann.send('POST', '/api/remove', { items })
    await ann.send('DELETE', '/api/trash/dump')
    const marks = t.deps.db.selectFrom('favourites').selectAll().where('item_id', '=', inner)
    expect(await marks.execute()).toEqual([])
  })

  it('take all that are named or none, and nothing of anybody else', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const hers = await folder(ann, 'Hers')
    const own = await folder(eve, 'Own')
    expect((await mark(eve, own, hers)).status).toBe(404)
    expect((await mark(eve, own, randomUUID())).status).toBe(404)
    expect((await mark(eve, eve.userId)).status).toBe(404)
    expect(await namesOf(eve)).toEqual([])
  })

  it('have an end, which says so', async () => {
    const ann = await t.signIn()
    await seedFiles(t.deps, ann.userId, 501)
    const items = t.deps.db.selectFrom('items').select('id').where('type', '=', 'file')
    const rows = await items.where('owner_id', '=', ann.userId).execute()
    const ids = rows.map(row => row.id)
    expect((await mark(ann, ...ids.slice(0, 500))).status).toBe(201)
    const refused = await mark(ann, ids[500] as string)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ code: 'favourite.too_many' })
    expect(refused.body.detail).toContain('500')
    expect(await namesOf(ann)).toHaveLength(500)
  })
})
