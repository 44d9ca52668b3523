import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isBlocked } from '../../../test/concurrent-statements.ts'
import { type Lease, makeLease } from '../../../test/document-types.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { uploadRequestApi } from '../../../test/upload-request-api.ts'
import { hasRowLocks } from '../../db/open.ts'
import { withinTransaction } from '../../db/transact.ts'
import { updateSubcategory, updateType } from './document-types.service.ts'
import { Catalogue, seedTypes } from './index.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const ann = await t.signIn()

const typePath = (id: string) => `/api/admin/documents/${id}`
const subcategoryPath = (id: string) => `/api/admin/sub-categories/${id}`
const namesOf = ({ fields }: { fields: { name: string }[] }) => fields.map(({ name }) => name)

afterEach(() => vi.restoreAllMocks())

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

  // HTTP-3
  it('are created from fields sent as JSON text', async () => {
    const create = (fields: unknown) =>
      admin.send('POST', '/api/admin/documents', { name: 'From a script', fields })
    for (const fields of ['no JSON', '{}', '[{"type":"text"}]'])
      expect((await create(fields)).status).toBe(422)
    const { status, body } = await create('[{"name":"Number","type":2,"required":true}]')
    expect(status).toBe(201)
    expect(body.data.attributes.fields).toMatchObject([
      { name: 'Number', type: 'number', required: true },
    ])
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

describe.each([
  ['type', 'document_type.changed', ({ typeId }: Lease) => typePath(typeId)],
  [
    'subcategory',
    'subcategory.changed',
    ({ subcategoryId }: Lease) => subcategoryPath(subcategoryId),
  ],
])('a %s that was changed since the caller loaded it', (_, action, pathOf) => {
  const conflict = [409, 'document_type.changed_concurrently']
  const make = async () => pathOf(await makeLease(admin, randomUUID()))
  const change = (path: string, body: object) => admin.send('PATCH', path, body)
  const attributesOf = async (path: string) => (await admin.send('GET', path)).body.data.attributes
  const countEntries = async () =>
    (
      await t.deps.db
        .selectFrom('audit_entries')
        .select('seq')
        .where('action', '=', action)
        .execute()
    ).length

  it('is not changed, in any part', async () => {
    const path = await make()
    const { name, fields, updated_at: seen_updated_at } = await attributesOf(path)
    const added = [...fields, { name: 'Theirs' }]
    expect((await change(path, { fields: added, seen_updated_at })).status).toBe(200)
    const before = [await attributesOf(path), await countEntries()]
    const mine = { name: randomUUID(), fields: [...fields, { name: 'Mine' }], seen_updated_at }
    const late = await change(path, mine)
    expect([late.status, late.body.code]).toEqual(conflict)
    expect(late.body.detail).toBe('It was saved after you opened it. Your changes were not saved.')
    expect([await attributesOf(path), await countEntries()]).toEqual(before)
    const current = await attributesOf(path)
    expect([current.name, namesOf(current).at(-1)]).toEqual([name, 'Theirs'])
    const again = { ...mine, seen_updated_at: current.updated_at }
    expect((await change(path, again)).status).toBe(200)
  })

  it('is changed without the time that the caller knows, as scripts send it', async () => {
    const path = await make()
    await change(path, { fields: [{ name: 'Theirs' }] })
    expect((await change(path, { fields: [{ name: 'Mine' }] })).status).toBe(200)
  })

  it('keeps one of two changes at once', async () => {
    const path = await make()
    const { updated_at: seen_updated_at } = await attributesOf(path)
    const names = ['One', 'Two']
    const replies = await Promise.all(
      names.map(name => change(path, { fields: [{ name }], seen_updated_at })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const saved = names[replies.findIndex(({ status }) => status === 200)]
    expect(namesOf(await attributesOf(path))).toEqual([saved])
  })

  it('is recognised also when the clock has not advanced', async () => {
    const path = await make()
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const seen = await change(path, { fields: [{ name: 'Seen' }] })
    const seen_updated_at = seen.body.data.attributes.updated_at
    await change(path, { fields: [{ name: 'Theirs' }] })
    const late = await change(path, { fields: [{ name: 'Mine' }], seen_updated_at })
    expect([late.status, late.body.code]).toEqual(conflict)
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

  it.each(['type', 'subcategory'])('keeps a change of a %s meanwhile', async kind => {
    const name = randomUUID()
    const { typeId, subcategoryId } = await makeLease(admin, name)
    const fields = [{ name: 'Imported' }]
    const subcategory = { name: 'Lease', fields }
    const entry = kind === 'type' ? { name, fields } : { name, subcategories: [subcategory] }
    const path = kind === 'type' ? typePath(typeId) : subcategoryPath(subcategoryId)
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    const { promise: isChanged, resolve: confirm } = Promise.withResolvers<void>()
    const changing = t.deps.transact(async tx => {
      const change = kind === 'type' ? updateType : updateSubcategory
      const id = kind === 'type' ? typeId : subcategoryId
      const theirs = { name: 'Theirs', type: 'text', required: false } as const
      await change(withinTransaction(t.deps, tx), id, { fields: [theirs] })
      confirm()
      await isReleased
    })
    await isChanged
    const importing = seedTypes(t.deps, Catalogue.parse({ documents: [entry] }))
    if (hasRowLocks(t.deps.db)) await vi.waitUntil(() => isBlocked(t.deps.db), { timeout: 60_000 })
    release()
    await changing
    expect(await importing).toBe(1)
    const { attributes } = (await admin.send('GET', path)).body.data
    expect(namesOf(attributes)).toEqual(['Theirs', 'Imported'])
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
