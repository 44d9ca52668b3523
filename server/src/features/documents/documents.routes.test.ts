import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytes, chunked } from '../../../test/contents.ts'
import { makeLease } from '../../../test/document-types.ts'
import { openTestApp } from '../../../test/open-test-app.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const ann = await t.signIn()
const lease = await makeLease(admin, 'Contract')

const documentOf = (id: string) => `/api/items/${id}/document`
const field = (name: string): string => lease.fields[name] ?? ''
const fieldsOf = (body: { data: { attributes: { fields: { name: string; value: unknown }[] } } }) =>
  Object.fromEntries(body.data.attributes.fields.map(({ name, value }) => [name, value]))
const asLease = () => ({ tipo_id: lease.typeId, subcategory_id: lease.subcategoryId })
const shown = {
  tipo_nombre: 'Contract',
  subcategory_nombre: 'Lease',
  document_status: 'missing',
}

describe('a type and a subcategory are set', () => {
  it('by an upload in one request', async () => {
    const { body } = await ann.upload({ filename: 'one.pdf', ...asLease() })
    expect(body.data.attributes).toMatchObject({ ...asLease(), ...shown })
  })

  it('by an upload in chunks', async () => {
    const content = bytes(3000)
    const { send } = chunked(ann, content, { filename: 'big.pdf', ...asLease() })
    await send(0, 1000)
    await send(1000, 2000)
    expect((await send(2000, 3000)).body.data.attributes).toMatchObject({ ...asLease(), ...shown })
  })

  it('by a batch upload', async () => {
    const form = new FormData()
    const names = ['a.pdf', 'b.pdf']
    form.set('subcategory_id', lease.subcategoryId)
    form.set('manifest', JSON.stringify(names.map(filename => ({ filename, size: 4 }))))
    for (const name of names) form.append('file', new Blob(['four']), name)
    const { body } = await ann.send('POST', '/api/upload/batch', form)
    expect(body.data).toHaveLength(2)
    for (const { item } of body.data) expect(item.attributes).toMatchObject(shown)
  })

  it('by a new folder, and shown in every list', async () => {
    const client = await t.signIn()
    const { body } = await client.send('POST', '/api/create-folder', { name: 'F', ...asLease() })
    expect(body.data.attributes).toMatchObject(shown)
    const list = await client.send('GET', '/api/browse/folders/all')
    expect(list.body.data[0].attributes).toMatchObject({ ...asLease(), ...shown })
    await client.send('POST', '/api/remove', { items: [{ id: body.data.id, type: 'folder' }] })
    const trash = await client.send('GET', '/api/browse/trash/all')
    expect(trash.body.data[0].attributes).toMatchObject(shown)
  })

  it('only if they exist and belong together', async () => {
    const other = await makeLease(admin, 'Other')
    const stored = await t.storedFiles()
    for (const choice of [
      { tipo_id: randomUUID() },
      { subcategory_id: randomUUID() },
      { tipo_id: other.typeId, subcategory_id: lease.subcategoryId },
    ]) {
      const refused = [422, 'document_type.not_found']
      const upload = await ann.upload({ filename: 'x.pdf', ...choice })
      expect([upload.status, upload.body.code]).toEqual(refused)
      const folder = await ann.send('POST', '/api/create-folder', { name: 'X', ...choice })
      expect([folder.status, folder.body.code]).toEqual(refused)
    }
    expect(await t.storedFiles()).toBe(stored)
  })

  it('or left out when the type is deleted before the last chunk', async () => {
    const type = await admin.send('POST', '/api/admin/documents', { name: 'Short-lived' })
    const { id } = type.body.data
    const { send } = chunked(ann, bytes(2000), { filename: 'late.pdf', tipo_id: id })
    await send(0, 1000)
    await admin.send('DELETE', `/api/admin/documents/${id}`)
    const { status, body } = await send(1000, 2000)
    expect([status, body.data.attributes.tipo_id]).toEqual([201, null])
  })
})

describe('the values of an item', () => {
  it('are those of its type and its subcategory, each with its data type', async () => {
    const { id } = (await ann.upload({ filename: 'v.pdf', ...asLease() })).body.data
    const empty = (await ann.send('GET', documentOf(id))).body
    expect(fieldsOf(empty)).toEqual({ Reference: null, Rent: null, Until: null, Signed: null })
    const values = {
      [field('Reference')]: ' C-1 ',
      [field('Rent')]: '1250.50',
      [field('Until')]: '2027-01-31',
      [field('Signed')]: true,
    }
    const { body } = await ann.send('PATCH', documentOf(id), { values })
    expect(fieldsOf(body)).toEqual({
      Reference: 'C-1',
      Rent: 1250.5,
      Until: '2027-01-31',
      Signed: true,
    })
    expect(body.data.attributes.document_status).toBe('entered')
  })

  it('are entered once all required values are there', async () => {
    const { id } = (await ann.upload({ filename: 's.pdf', ...asLease() })).body.data
    const fill = async (values: object) => {
      await ann.send('PATCH', documentOf(id), { values })
      return (await ann.send('GET', `/api/items/${id}`)).body.data.attributes.document_status
    }
    expect(await fill({ [field('Reference')]: 'C-2', [field('Until')]: '2027-01-31' })).toBe(
      'missing',
    )
    expect(await fill({ [field('Rent')]: 0 })).toBe('entered')
    expect(await fill({ [field('Rent')]: ' ' })).toBe('missing')
  })

  it('are refused with an error per field, and none is stored', async () => {
    const { id } = (await ann.upload({ filename: 'r.pdf', ...asLease() })).body.data
    const unknownField = randomUUID()
    const { status, body } = await ann.send('PATCH', documentOf(id), {
      values: {
        [field('Reference')]: 'not stored',
        [field('Rent')]: 'much',
        [field('Until')]: '2027-02-30',
        [unknownField]: 'x',
      },
    })
    expect([status, body.code]).toEqual([422, 'request.invalid'])
    expect(Object.keys(body.errors).sort()).toEqual(
      [field('Rent'), field('Until'), unknownField].map(id => `values.${id}`).sort(),
    )
    expect(fieldsOf((await ann.send('GET', documentOf(id))).body)).toMatchObject({
      Reference: null,
    })
  })

  it('are deleted with their fields when type or subcategory change', async () => {
    const { id } = (await ann.upload({ filename: 'g.pdf', ...asLease() })).body.data
    const values = { [field('Reference')]: 'C-3', [field('Rent')]: 5 }
    await ann.send('PATCH', documentOf(id), { values })
    const plain = await ann.send('PATCH', documentOf(id), { subcategory_id: null })
    expect(fieldsOf(plain.body)).toEqual({ Reference: 'C-3' })
    const back = await ann.send('PATCH', documentOf(id), { subcategory_id: lease.subcategoryId })
    expect(fieldsOf(back.body)).toMatchObject({ Reference: 'C-3', Rent: null })
    const other = await makeLease(admin, `Another ${randomUUID()}`)
    const moved = await ann.send('PATCH', documentOf(id), { tipo_id: other.typeId })
    expect(moved.body.data.attributes).toMatchObject({
      tipo_id: other.typeId,
      subcategory_id: null,
      fields: [{ name: 'Reference', value: null }],
    })
    const none = await ann.send('PATCH', documentOf(id), { tipo_id: null })
    expect(none.body.data.attributes).toMatchObject({ document_status: null, fields: [] })
    const left = t.deps.db.selectFrom('document_values').where('item_id', '=', id)
    expect(await left.selectAll().execute()).toEqual([])
  })

  it('require a type', async () => {
    const { id } = (await ann.upload({ filename: 'n.pdf' })).body.data
    const { body } = await ann.send('PATCH', documentOf(id), { values: { x: 'y' } })
    expect(body.code).toBe('document_type.without_type')
  })

  it('are kept when the content of the file is replaced', async () => {
    const { id } = (await ann.upload({ filename: 'again.pdf', ...asLease() })).body.data
    await ann.send('PATCH', documentOf(id), { values: { [field('Rent')]: 7 } })
    await ann.upload({ filename: 'again.pdf', content: 'new', on_conflict: 'replace' })
    expect(fieldsOf((await ann.send('GET', documentOf(id))).body)).toMatchObject({ Rent: 7 })
  })

  it.each(['move', 'copy', 'rename'])('are taken over by an item that a %s replaces', async how => {
    const client = await t.signIn()
    const tree = async (name: string, document: object) => {
      const top = (await client.send('POST', '/api/create-folder', { name })).body.data
      const { body } = await client.send('POST', '/api/create-folder', {
        name: 'Same',
        parent_id: top.id,
        ...document,
      })
      const inside = { filename: 's.pdf', parent_id: body.data.id, ...document }
      const file = (await client.upload(inside)).body.data
      return { top, documents: [body.data, file] }
    }
    const source = await tree('Source', asLease())
    const target = await tree('Target', {})
    const values = { [field('Reference')]: 'R-17', [field('Rent')]: 9 }
    for (const { id } of source.documents) await client.send('PATCH', documentOf(id), { values })
    if (how === 'rename')
      await client.send('PATCH', `/api/rename/${source.top.id}`, {
        name: 'Target',
        type: 'folder',
        on_conflict: 'replace',
      })
    else
      await client.send('POST', `/api/${how}`, {
        to_id: target.top.id,
        items: [{ id: source.documents[0].id, type: 'folder' }],
        on_conflict: 'replace',
      })
    for (const { id } of target.documents) {
      const { attributes } = (await client.send('GET', `/api/items/${id}`)).body.data
      expect(attributes).toMatchObject({ ...asLease(), document_status: 'entered' })
      const form = (await client.send('GET', documentOf(id))).body
      expect(fieldsOf(form)).toMatchObject({ Reference: 'R-17', Rent: 9 })
    }
  })

  it('of a document that is replaced stay', async () => {
    const client = await t.signIn()
    const { body } = await client.send('POST', '/api/create-folder', { name: 'Target' })
    const inside = { filename: 'd.pdf', parent_id: body.data.id, ...asLease() }
    const existing = (await client.upload(inside)).body.data
    const source = (await client.upload({ filename: 'd.pdf', ...asLease() })).body.data
    for (const [{ id }, rent] of [
      [existing, 1],
      [source, 2],
    ])
      await client.send('PATCH', documentOf(id), { values: { [field('Rent')]: rent } })
    const items = [{ id: source.id, type: 'file' }]
    const on_conflict = 'replace'
    await client.send('POST', '/api/move', { to_id: body.data.id, items, on_conflict })
    const form = (await client.send('GET', documentOf(existing.id))).body
    expect(fieldsOf(form)).toMatchObject({ Rent: 1 })
  })

  it('are copied with an item and with the items below a folder', async () => {
    const made = await ann.send('POST', '/api/create-folder', { name: 'Copied', ...asLease() })
    const folder = made.body.data
    const inside = { filename: 'c.pdf', parent_id: folder.id, ...asLease() }
    const file = (await ann.upload(inside)).body.data
    const values = { [field('Reference')]: 'C-7', [field('Rent')]: 9 }
    await ann.send('PATCH', documentOf(file.id), { values })
    await ann.send('PATCH', documentOf(folder.id), { values })
    const items = [{ id: folder.id, type: 'folder' }]
    const { meta } = (await ann.send('POST', '/api/copy', { to_id: null, items })).body
    const copy = (await ann.send('GET', `/api/items/${meta.created[0].id}`)).body.data
    const below = (await ann.send('GET', `/api/browse/folders/${copy.id}`)).body.data[0]
    for (const { id, attributes } of [copy, below]) {
      expect(attributes).toMatchObject({ ...asLease(), document_status: 'entered' })
      const form = (await ann.send('GET', documentOf(id))).body
      expect(fieldsOf(form)).toMatchObject({ Reference: 'C-7', Rent: 9 })
    }
    expect(copy.id).not.toBe(folder.id)
  })

  it('can be set by the names of the fields', async () => {
    const { id } = (await admin.upload({ filename: 'm.pdf', ...asLease() })).body.data
    const campos = [{ name: 'rent', value: '12' }]
    const { body } = await admin.send('POST', '/api/admin/meta-data', { file_id: id, campos })
    expect(fieldsOf(body)).toMatchObject({ Rent: 12 })
    const withUnknownName = { file_id: id, campos: [...campos, { name: 'Colour', value: 'red' }] }
    expect(
      (await admin.send('POST', '/api/admin/meta-data', withUnknownName)).body.errors,
    ).toHaveProperty(['campos.1.name'])
    const withInvalidValue = {
      file_id: id,
      campos: [
        { name: 'Reference', value: 'C' },
        { name: 'rent', value: 'x' },
      ],
    }
    expect(
      (await admin.send('POST', '/api/admin/meta-data', withInvalidValue)).body.errors,
    ).toEqual({
      'campos.1.value': ['Enter a number.'],
    })
  })
})

describe('updating many items at once', () => {
  const upload = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const { body } = await ann.upload({ filename: `many-${randomUUID()}-${index}.pdf` })
        return { id: body.data.id as string, type: 'file' }
      }),
    )

  it('sets type and values in a constant number of statements', async () => {
    const few = await upload(2)
    const more = await upload(12)
    const values = { [field('Reference')]: 'C-9', [field('Rent')]: 1 }
    const send = (items: object[]) =>
      ann.send('POST', '/api/items/document', { items, ...asLease(), values })
    const first = await t.countQueries(() => send(few))
    const second = await t.countQueries(() => send(more))
    expect(second.length).toBe(first.length)
    for (const { id } of more)
      expect((await ann.send('GET', `/api/items/${id}`)).body.data.attributes).toMatchObject({
        ...asLease(),
        document_status: 'entered',
      })
  })

  it('changes all items or none', async () => {
    const items = await upload(2)
    const missing = [...items, { id: randomUUID(), type: 'file' }]
    const send = (refs: object[], values: object) =>
      ann.send('POST', '/api/items/document', { items: refs, ...asLease(), values })
    expect((await send(missing, {})).status).toBe(404)
    expect((await send(items, { [field('Rent')]: 'x' })).status).toBe(422)
    for (const { id } of items)
      expect((await ann.send('GET', `/api/items/${id}`)).body.data.attributes.tipo_id).toBeNull()
  })
})

it('the document of an item in the trash can be read, but not changed', async () => {
  const { id } = (await ann.upload({ filename: 't.pdf', ...asLease() })).body.data
  await ann.send('POST', '/api/remove', { items: [{ id, type: 'file' }] })
  expect((await ann.send('GET', documentOf(id))).status).toBe(200)
  expect((await ann.send('PATCH', documentOf(id), { tipo_id: null })).status).toBe(403)
})
