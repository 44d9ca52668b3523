import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeLease } from '../../../test/document-types.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { uploadRequestApi } from '../../../test/upload-request-api.ts'
import { Catalogue, seedTypes } from './index.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const ann = await t.signIn()

const typePath = (id: string) => `/api/admin/documents/${id}`
const subcategoryPath = (id: string) => `/api/admin/sub-categories/${id}`

describe('document types', () => {
  it('are created by administrators and listed by name for every user', async () => {
    const leaseIds = await makeLease(admin, 'Contract')
    await admin.send('POST', '/api/admin/documents', { name: 'aerial view' })
    const { body } = await ann.send('GET', '/api/documents')
    expect(body.data.map((type: { attributes: { name: string } }) => type.attributes.name)).toEqual(
      ['aerial view', 'Contract'],
    )
    const [, contract] = body.data
    expect(contract.attributes.fields).toEqual([
      { id: leaseIds.fields.Reference, name: 'Reference', type: 'text', required: true },
    ])
    const [lease] = contract.relationships.subcategories.data
    expect(lease.attributes.fields.map((field: { type: string }) => field.type)).toEqual([
      'number',
      'date',
      'boolean',
    ])
    expect((await ann.send('POST', '/api/admin/documents', { name: 'Mine' })).status).toBe(403)
    expect((await ann.send('GET', typePath(contract.id))).status).toBe(403)
  })

  it('are paginated', async () => {
    for (let count = 0; count < 4; count += 1)
      await admin.send('POST', '/api/admin/documents', { name: `Page ${count}` })
    const { body } = await admin.send('GET', '/api/admin/documents?page=2&per_page=3')
    const { total } = body.meta.paginate
    expect(body.meta.paginate).toMatchObject({ currentPage: 2, perPage: 3, from: 4 })
    expect(body.data).toHaveLength(Math.min(3, total - 3))
  })

  it('have unique names, ignoring case and spaces', async () => {
    await makeLease(admin, 'Invoice')
    const duplicate = await admin.send('POST', '/api/admin/documents', { name: ' INVOICE ' })
    expect([duplicate.status, duplicate.body.code]).toEqual([409, 'document_type.name_taken'])
    expect(duplicate.body.errors.name).toHaveLength(1)
    const twins = [{ name: 'Date' }, { name: 'date', type: 'date' }]
    const response = await admin.send('POST', '/api/admin/documents', {
      name: 'Twins',
      fields: twins,
    })
    expect(Object.keys(response.body.errors)).toEqual(['fields.1.name'])
  })

  it('that do not exist are not found', async () => {
    for (const path of [typePath(randomUUID()), subcategoryPath(randomUUID()), typePath('7')])
      expect((await admin.send('GET', path)).status).toBe(404)
    const orphan = { name: 'Orphan', type_document_id: randomUUID() }
    expect((await admin.send('POST', '/api/admin/sub-categories', orphan)).status).toBe(422)
  })
})

describe('a field', () => {
  it('keeps its values when renamed, and can only be renamed while it has values', async () => {
    const { typeId, fields } = await makeLease(admin, 'Permit')
    const file = (await ann.upload({ tipo_id: typeId })).body.data
    const path = `/api/items/${file.id}/document`
    await ann.send('PATCH', path, { values: { [fields.Reference ?? '']: 'P-17' } })
    const change = (field: object) => admin.send('PATCH', typePath(typeId), { fields: [field] })

    await change({ id: fields.Reference, name: 'Number of the permit', required: true })
    const renamed = (await ann.send('GET', path)).body.data.attributes.fields
    expect(renamed).toMatchObject([{ name: 'Number of the permit', value: 'P-17' }])
    for (const field of [{ id: fields.Reference, name: 'N', type: 'number' }, { name: 'New' }]) {
      const { status, body } = await change(field)
      expect([status, body.code]).toEqual([409, 'document_type.field_in_use'])
      expect(body.detail).toContain('Number of the permit')
    }
    await ann.send('PATCH', path, { values: { [fields.Reference ?? '']: null } })
    expect((await change({ name: 'New' })).status).toBe(200)
  })

  it('updates the status of items when it becomes required or optional', async () => {
    const { typeId, subcategoryId } = await makeLease(admin, 'Survey')
    const plain = (await ann.upload({ tipo_id: typeId })).body.data
    const lease = (await ann.upload({ subcategory_id: subcategoryId })).body.data
    const statuses = async () =>
      Promise.all(
        [plain, lease].map(
          async ({ id }) =>
            (await ann.send('GET', `/api/items/${id}`)).body.data.attributes.document_status,
        ),
      )
    expect(await statuses()).toEqual(['missing', 'missing'])
    await admin.send('PATCH', typePath(typeId), { fields: [] })
    expect(await statuses()).toEqual(['entered', 'missing'])
    await admin.send('PATCH', subcategoryPath(subcategoryId), { fields: [{ name: 'Note' }] })
    expect(await statuses()).toEqual(['entered', 'entered'])
    await admin.send('PATCH', typePath(typeId), { fields: [{ name: 'Reference', required: true }] })
    expect(await statuses()).toEqual(['missing', 'missing'])
  })
})

describe('a type or subcategory in use', () => {
  it('can’t be deleted: a type with subcategories, or either with items, also in the trash', async () => {
    const { typeId, subcategoryId } = await makeLease(admin, 'Deed')
    const remove = async (path: string) => {
      const { status, body } = await admin.send('DELETE', path)
      return [status, body.code]
    }
    const inUse = [409, 'document_type.in_use']
    expect(await remove(typePath(typeId))).toEqual(inUse)
    const { id } = (await ann.upload({ subcategory_id: subcategoryId })).body.data
    await ann.send('POST', '/api/remove', { items: [{ id, type: 'file' }] })
    expect(await remove(subcategoryPath(subcategoryId))).toEqual(inUse)
    const deleteForever = { items: [{ id, type: 'file', force_delete: true }] }
    await ann.send('POST', '/api/remove', deleteForever)
    expect(await remove(subcategoryPath(subcategoryId))).toEqual([204, undefined])
    expect(await remove(typePath(typeId))).toEqual([204, undefined])
  })

  it('can’t be deleted while an active upload request asks for it', async () => {
    const { typeId, subcategoryId } = await makeLease(admin, 'Asked for')
    const { ask } = uploadRequestApi(t, ann)
    const ofSubcategory = await ask({
      documents: [{ tipo_id: typeId, subcategory_id: subcategoryId }],
    })
    const ofType = await ask({ documents: [{ tipo_id: typeId }] })
    const statusOfDeletion = async (path: string) => (await admin.send('DELETE', path)).status
    const close = ({ id }: { id: string }) => ann.send('DELETE', `/api/file-requests/${id}`)
    expect(await statusOfDeletion(subcategoryPath(subcategoryId))).toBe(409)
    await close(ofSubcategory)
    expect(await statusOfDeletion(subcategoryPath(subcategoryId))).toBe(204)
    expect(await statusOfDeletion(typePath(typeId))).toBe(409)
    await close(ofType)
    expect(await statusOfDeletion(typePath(typeId))).toBe(204)
  })
})

describe('a catalogue file', () => {
  const catalogue = {
    documents: [
      {
        name: 'Passport',
        fields: [{ name: 'Number', required: true }],
        subcategories: [{ name: 'Diplomatic', fields: [{ name: 'Country' }] }],
      },
    ],
  }

  it('adds nothing when a type would have too many fields', async () => {
    const fields = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `${prefix} ${index}`,
        type: 'text',
        required: false,
      }))
    const file = (name: string, prefix: string) =>
      Catalogue.parse({ documents: [{ name, fields: fields(prefix, 30) }] })
    await seedTypes(t.deps, file('Survey', 'First'))
    await expect(seedTypes(t.deps, file('Survey', 'Second'))).rejects.toMatchObject({
      code: 'document_type.too_large',
    })
  })

  it('is imported once, and only new entries are added', async () => {
    expect(await seedTypes(t.deps, Catalogue.parse(catalogue))).toBe(2)
    expect(await seedTypes(t.deps, Catalogue.parse(catalogue))).toBe(0)
    const [passport] = catalogue.documents
    passport?.fields.push({ name: 'Issued', type: 'date', required: false } as never)
    expect(await seedTypes(t.deps, Catalogue.parse(catalogue))).toBe(1)
    const { body } = await ann.send('GET', '/api/documents')
    const passportType = body.data.find(
      ({ attributes }: { attributes: { name: string } }) => attributes.name === 'Passport',
    )
    expect(passportType.attributes.fields.map(({ name }: { name: string }) => name)).toEqual([
      'Number',
      'Issued',
    ])
    expect(passportType.relationships.subcategories.data).toHaveLength(1)
  })
})
