import { items, trash } from '@coffer/contract'
import { describe, expect, it } from 'vitest'
import { folder } from '../../../test/new-items.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()

const listing = (client: TestClient, id = 'all') =>
  client.send('GET', `/api/browse/folders/${id}?sort=name&direction=ASC`)
const names = async (client: TestClient, id = 'all') =>
  (await listing(client, id)).body.data.map(
    (item: { attributes: { name: string } }) => item.attributes.name,
  )

describe('creating a folder', () => {
  it('creates it at the root with its emoji and colour', async () => {
    const ann = await t.signIn()
    const reply = await ann.call(items.createFolder, {
      body: { name: 'Invoices', emoji: '📁', color: '#0e8f7c' },
    })
    expect(reply.status).toBe(201)
    expect(reply.body.data.attributes).toMatchObject({
      name: 'Invoices',
      parent_id: null,
      emoji: '📁',
      color: '#0e8f7c',
      items: 0,
    })
  })

  it('rejects an unknown document type', async () => {
    const ann = await t.signIn()
    const reply = await ann.send('POST', '/api/create-folder', { name: 'x', tipo_id: ann.userId })
    expect(reply.body.code).toBe('document_type.not_found')
  })
})

describe('renaming', () => {
  it('changes the name and keeps inner spaces', async () => {
    const ann = await t.signIn()
    const { id } = await folder(ann, 'Old')
    const reply = await ann.call(items.renameItem, {
      params: { id },
      body: { name: 'New name', type: 'folder' },
    })
    expect(reply.body.data.attributes.name).toBe('New name')
  })

  // P3
  it('can change only the case of a name', async () => {
    const ann = await t.signIn()
    const { id } = await folder(ann, 'photos')
    await ann.call(items.renameItem, { params: { id }, body: { name: 'Photos', type: 'folder' } })
    expect(await names(ann)).toEqual(['Photos'])
  })

  // C3
  it('is rejected when the item was renamed since the caller loaded it', async () => {
    const ann = await t.signIn()
    const { id } = await folder(ann, 'plan')
    const call = (name: string, seen_name?: string) =>
      ann.call(items.renameItem, { params: { id }, body: { name, seen_name, type: 'folder' } })
    expect((await call('plan of today', 'plan')).status).toBe(200)
    const late = await call('plan of mine', 'plan')
    expect([late.status, late.body.code]).toEqual([409, 'item.renamed_concurrently'])
    expect(late.body.detail).toBe('It’s now called “plan of today”.')
    expect(await names(ann)).toEqual(['plan of today'])
    expect((await call('plan of mine')).status).toBe(200)
  })

  it('rejects a taken name with skip', async () => {
    const ann = await t.signIn()
    await folder(ann, 'Taken')
    const { id } = await folder(ann, 'Mine')
    const reply = await ann.call(items.renameItem, {
      params: { id },
      body: { name: 'taken', type: 'folder', on_conflict: 'skip' },
    })
    expect([reply.status, reply.body.code]).toEqual([409, 'item.name_taken'])
  })

  it('numbers a taken name by default', async () => {
    const ann = await t.signIn()
    await folder(ann, 'taken')
    const { id } = await folder(ann, 'free')
    const reply = await ann.call(items.renameItem, {
      params: { id },
      body: { name: 'taken', type: 'folder' },
    })
    expect([reply.status, reply.body.data.attributes.name]).toEqual([200, 'taken (2)'])
  })

  it('merges a folder into its namesake with replace', async () => {
    const ann = await t.signIn()
    const taken = await folder(ann, 'taken')
    const { id } = await folder(ann, 'free')
    const inside = await folder(ann, 'inside', id)
    const conflictsReply = await ann.call(items.findConflicts, {
      body: { to_id: null, items: [{ id, type: 'folder' }], name: 'taken' },
    })
    expect(conflictsReply.body.data[0].existing.id).toBe(taken.id)
    const reply = await ann.call(items.renameItem, {
      params: { id },
      body: { name: 'taken', type: 'folder', on_conflict: 'replace' },
    })
    expect([reply.body.data.id, reply.body.data.attributes.items]).toEqual([taken.id, 1])
    const moved = await ann.call(items.getItem, { params: { id: inside.id } })
    expect(moved.body.data.attributes.parent_id).toBe(taken.id)
    const home = await ann.send('GET', '/api/browse/folders/all')
    expect(home.body.meta.paginate.total).toBe(1)
  })

  it('also accepts a POST with _method, as JSON and as a form', async () => {
    const ann = await t.signIn()
    const { id } = await folder(ann, 'A')
    const asJson = await ann.send('POST', `/api/rename/${id}`, {
      _method: 'patch',
      name: 'B',
      type: 'folder',
    })
    expect(asJson.status).toBe(200)
    const form = new FormData()
    for (const [name, value] of [
      ['_method', 'patch'],
      ['name', 'C'],
      ['type', 'folder'],
    ] as const)
      form.set(name, value)
    expect((await ann.send('POST', `/api/rename/${id}`, form)).status).toBe(200)
    expect(await names(ann)).toEqual(['C'])
  })
})

describe('moving', () => {
  it('moves several items into a folder and back to the root', async () => {
    const ann = await t.signIn()
    const to = await folder(ann, 'To')
    const a = await folder(ann, 'A')
    const b = await folder(ann, 'B')
    const refs = [a, b].map(({ id, type }) => ({ id, type }))
    const moved = await ann.call(items.moveItems, { body: { to_id: to.id, items: refs } })
    expect(moved.body.meta).toEqual({ changed: 2, skipped: 0, renamed: [] })
    expect(await names(ann, to.id)).toEqual(['A', 'B'])
    await ann.call(items.moveItems, { body: { to_id: null, items: refs } })
    expect(await names(ann)).toEqual(['A', 'B', 'To'])
  })

  it('keeps both items when names collide', async () => {
    const ann = await t.signIn()
    const to = await folder(ann, 'To')
    await folder(ann, 'Same', to.id)
    const same = await folder(ann, 'Same')
    await ann.call(items.moveItems, {
      body: { to_id: to.id, items: [{ id: same.id, type: 'folder' }] },
    })
    expect(await names(ann, to.id)).toEqual(['Same', 'Same (2)'])
  })

  it('leaves an item in its folder with skip', async () => {
    const ann = await t.signIn()
    const to = await folder(ann, 'To')
    await folder(ann, 'Same', to.id)
    const same = await folder(ann, 'Same')
    const reply = await ann.call(items.moveItems, {
      body: { to_id: to.id, items: [{ id: same.id, type: 'folder' }], on_conflict: 'skip' },
    })
    expect(reply.body.meta).toEqual({ changed: 0, skipped: 1, renamed: [] })
    expect(await names(ann)).toEqual(['Same', 'To'])
  })

  // P6
  it.each(['itself', 'below itself'])(
    'rejects moving a folder into %s and changes nothing',
    async where => {
      const ann = await t.signIn()
      const outer = await folder(ann, 'Outer')
      const inner = await folder(ann, 'Inner', outer.id)
      const reply = await ann.call(items.moveItems, {
        body: {
          to_id: where === 'itself' ? outer.id : inner.id,
          items: [{ id: outer.id, type: 'folder' }],
        },
      })
      expect([reply.status, reply.body.code]).toEqual([422, 'item.into_itself'])
      expect(await names(ann)).toEqual(['Outer'])
    },
  )

  // P6
  it('rejects moving and copying into a file, and changes nothing', async () => {
    const ann = await t.signIn()
    const { body } = await ann.upload({ filename: 'note.txt' })
    const { id } = await folder(ann, 'Folder')
    const request = {
      body: { to_id: body.data.id, items: [{ id, type: 'folder' as const }] },
    }
    const replies = [
      await ann.call(items.moveItems, request),
      await ann.call(items.copyItems, request),
    ]
    expect(replies.map(reply => reply.status)).toEqual([422, 422])
    expect(await names(ann)).toEqual(['Folder', 'note.txt'])
  })

  // P7
  it('lets only one of two concurrent moves that would form a cycle succeed', async () => {
    const ann = await t.signIn()
    const a = await folder(ann, 'A')
    const b = await folder(ann, 'B')
    const move = (id: string, to_id: string) =>
      ann.call(items.moveItems, { body: { to_id, items: [{ id, type: 'folder' }] } })
    const replies = await Promise.all([move(a.id, b.id), move(b.id, a.id)])
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 422])
  })

  // P5
  it('moves all items or none', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const to = await folder(ann, 'To')
    const annsFolder = await folder(ann, 'Mine')
    const evesFolder = await folder(eve, 'Hers')
    const reply = await ann.call(items.moveItems, {
      body: { to_id: to.id, items: [annsFolder, evesFolder].map(({ id, type }) => ({ id, type })) },
    })
    expect(reply.status).toBe(404)
    expect(await names(ann)).toEqual(['Mine', 'To'])
  })
})

// P6
describe('a home', () => {
  it('cannot be read, renamed, moved or removed', async () => {
    const ann = await t.signIn()
    const id = ann.userId
    const replies = [
      await ann.call(items.getItem, { params: { id } }),
      await ann.call(items.renameItem, { params: { id }, body: { name: 'x', type: 'folder' } }),
      await ann.call(items.moveItems, { body: { to_id: null, items: [{ id, type: 'folder' }] } }),
      await ann.call(trash.removeItems, { body: { items: [{ id, type: 'folder' }] } }),
    ]
    expect(replies.map(reply => reply.body.code)).toEqual(Array(4).fill('item.not_found'))
  })
})
