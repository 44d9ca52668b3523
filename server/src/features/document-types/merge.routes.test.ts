import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import { uploadRequestApi } from '../../../test/upload-request-api.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')
const ann = await t.signIn()

afterEach(() => vi.restoreAllMocks())

type Field = { id: string; name: string; required: boolean; options?: string[] }
const PATH = '/api/admin/documents'
const makeType = async (fields: object[], name: string = randomUUID()) =>
  (await admin.send('POST', PATH, { name, fields })).body.data as {
    id: string
    attributes: { fields: Field[]; updated_at: string }
  }
const makeSubcategory = async (typeId: string, name: string, fields: object[] = []) =>
  (
    await admin.send('POST', '/api/admin/sub-categories', {
      name,
      fields,
      type_document_id: typeId,
    })
  ).body.data as { id: string; attributes: { fields: Field[] } }
const merge = (id: string, into: string) => admin.send('POST', `${PATH}/${id}/merge`, { into })
const documentOf = async (id: string) =>
  (await ann.send('GET', `/api/items/${id}/document`)).body.data.attributes
const upload = async (choice: object, values: Record<string, unknown> = {}) => {
  const { id } = (await ann.upload({ filename: `${randomUUID()}.txt`, ...choice })).body.data
  await ann.send('PATCH', `/api/items/${id}/document`, { values })
  return id as string
}
const choice = (options: string[], more = {}) => ({
  name: 'State',
  type: 'choice',
  options,
  ...more,
})

const numbered = (count: number, name: string) =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`)

describe('a choice', () => {
  it('takes one of its options, which are listed with it', async () => {
    const { id, attributes } = await makeType([choice(['Open', 'Closed'])])
    const field = attributes.fields[0]?.id ?? ''
    const item = await upload({ tipo_id: id }, { [field]: 'Open' })
    expect((await documentOf(item)).fields).toMatchObject([
      { value: 'Open', options: ['Open', 'Closed'] },
    ])
    const refused = await ann.send('PATCH', `/api/items/${item}/document`, {
      values: { [field]: 'open' },
    })
    expect(refused.body.errors).toEqual({ [`values.${field}`]: ['Choose one of the options.'] })
  })

  it.each([
    ['none', []],
    ['the same twice', ['A', 'a']],
    ['an empty one', ['A', ' ']],
    ['too many', Array.from({ length: 101 }, (_, index) => `${index}`)],
  ])('needs options: %s', async (_, options) => {
    const body = { name: randomUUID(), fields: [choice(options)] }
    expect((await admin.send('POST', PATH, body)).status).toBe(422)
    const text = { name: randomUUID(), fields: [{ name: 'Text', options: ['A'] }] }
    expect((await admin.send('POST', PATH, text)).status).toBe(422)
  })

  it('loses options only while no item has them', async () => {
    const { id, attributes } = await makeType([choice(['Open', 'Closed'])])
    const [field] = attributes.fields
    await upload({ tipo_id: id }, { [field?.id ?? '']: 'Open' })
    const change = (options: string[]) =>
      admin.send('PATCH', `${PATH}/${id}`, { fields: [{ ...field, options }] })
    const refused = await change(['Closed'])
    expect([refused.status, refused.body.code]).toEqual([409, 'document_type.option_in_use'])
    expect((await change(['Late', 'Open'])).body.data.attributes.fields[0].options).toEqual([
      'Late',
      'Open',
    ])
  })

  it('is part of the CSV', async () => {
    const { id, attributes } = await makeType([choice(['=Open'])])
    await upload({ tipo_id: id }, { [attributes.fields[0]?.id ?? '']: '=Open' })
    const csv = await (await ann.fetch(`/api/reports/items?type=${id}`)).text()
    expect(csv).toContain("'=Open")
  })
})

describe('the list', () => {
  it('counts items with those in the trash, and searches names', async () => {
    const name = `Räumung ${randomUUID()}`
    const { id } = await makeType([], name)
    const item = await upload({ tipo_id: id })
    await upload({ tipo_id: id })
    await ann.send('POST', '/api/remove', { items: [{ id: item, type: 'file' }] })
    const { body } = await admin.send('GET', `${PATH}?query=${encodeURIComponent('RÄUMUNG')}`)
    expect(body.data).toMatchObject([{ id, meta: { items: 2, is_capped: false } }])
    expect(body.meta).toMatchObject({ is_capped: false, paginate: { total: 1 } })
    expect((await admin.send('GET', `${PATH}?query=%25`)).body.data).toEqual([])
  })

  it('takes a constant number of statements', async () => {
    const count = (perPage: number) =>
      t.countQueries(() => admin.send('GET', `${PATH}?per_page=${perPage}`))
    expect((await count(1)).length).toBe((await count(50)).length)
  })
})

describe('merging', () => {
  it('moves items, values, subcategories and fields, and deletes the type', async () => {
    const target = await makeType([{ name: 'Reference', required: true }, choice(['A'])])
    const source = await makeType([
      { name: 'reference' },
      choice(['B']),
      { name: 'Only here', required: true },
    ])
    const [reference, state, only] = source.attributes.fields.map(({ id }) => id)
    const same = await makeSubcategory(target.id, 'Lease', [{ name: 'Rent', type: 'number' }])
    const merged = await makeSubcategory(source.id, 'LEASE', [{ name: 'rent', type: 'number' }])
    const moved = await makeSubcategory(source.id, 'Purchase')
    const values = { [reference ?? '']: 'R-1', [state ?? '']: 'B', [only ?? '']: 'kept' }
    const rent = merged.attributes.fields[0]?.id ?? ''
    const item = await upload({ subcategory_id: merged.id }, { ...values, [rent]: 5 })
    const other = await upload({ subcategory_id: moved.id })
    const { status, body } = await merge(source.id, target.id)
    expect(status).toBe(200)
    expect(body.data.attributes.fields).toMatchObject([
      { name: 'Reference', required: true },
      { name: 'State', options: ['A', 'B'] },
      { name: 'Only here', required: false },
    ])
    expect(await documentOf(item)).toMatchObject({
      tipo_id: target.id,
      subcategory_id: same.id,
      document_status: 'entered',
      fields: [{ value: 'R-1' }, { value: 'B' }, { value: 'kept' }, { name: 'Rent', value: 5 }],
    })
    expect(await documentOf(other)).toMatchObject({
      tipo_id: target.id,
      subcategory_id: moved.id,
      document_status: 'missing',
    })
    expect((await admin.send('GET', `${PATH}/${source.id}`)).status).toBe(404)
  })

  it('joins options that differ only in case, in the spelling of the target', async () => {
    const target = await makeType([choice(['Open', 'Closed'])])
    const source = await makeType([choice(['open', 'Late'])])
    const field = source.attributes.fields[0]?.id ?? ''
    const item = await upload({ tipo_id: source.id }, { [field]: 'open' })
    const { body } = await merge(source.id, target.id)
    const { fields } = body.data.attributes
    expect(fields).toMatchObject([{ options: ['Open', 'Closed', 'Late'] }])
    expect((await documentOf(item)).fields).toMatchObject([{ value: 'Open' }])
    expect((await admin.send('PATCH', `${PATH}/${target.id}`, { fields })).status).toBe(200)
  })

  it.each([
    ['fields', (name: string) => numbered(30, name).map(field => ({ name: field }))],
    ['options', (name: string) => [choice(numbered(60, name))]],
  ])('is refused when the form would have too many %s', async (_, fieldsOf) => {
    const target = await makeType(fieldsOf('a'))
    const source = await makeType(fieldsOf('b'))
    const { status, body } = await merge(source.id, target.id)
    expect([status, body.code]).toEqual([409, 'document_type.too_large'])
    expect((await admin.send('GET', `${PATH}/${source.id}`)).status).toBe(200)
  })

  it('keeps what upload requests ask for and have received', async () => {
    const target = await makeType([])
    const source = await makeType([])
    const same = await makeSubcategory(target.id, 'Lease')
    const merged = await makeSubcategory(source.id, 'Lease')
    const asking = uploadRequestApi(t, ann)
    const request = await asking.ask({
      documents: [
        { tipo_id: source.id },
        { tipo_id: source.id, subcategory_id: merged.id },
        { tipo_id: target.id },
      ],
    })
    const { token } = request.attributes
    const guest = await asking.requestGuestId(token)
    await asking.send(guest, token, { tipo_id: source.id })
    expect((await merge(source.id, target.id)).status).toBe(200)
    const { documents } = await asking.detail(token, guest)
    expect(documents).toMatchObject([
      { tipo_id: target.id, subcategory_id: null, is_missing: false },
      { tipo_id: target.id, subcategory_id: same.id, is_missing: true },
    ])
    expect(documents).toHaveLength(2)
  })

  it('keeps the type of an unfinished upload', async () => {
    const target = await makeType([])
    const source = await makeType([])
    const form = { upload_id: randomUUID(), filename: 'parts.txt', size: 6, tipo_id: source.id }
    await ann.upload({ ...form, content: 'abc', is_last: false, offset: 0 })
    await merge(source.id, target.id)
    const { body } = await ann.upload({ ...form, content: 'def', is_last: true, offset: 3 })
    expect(body.data.attributes.tipo_id).toBe(target.id)
  })

  it('changes nothing when fields of the same name have different types', async () => {
    const target = await makeType([{ name: 'Until', type: 'date' }])
    const source = await makeType([{ name: 'First' }, { name: 'UNTIL', type: 'text' }])
    const { status, body } = await merge(source.id, target.id)
    expect([status, body.code]).toEqual([409, 'document_type.merge_conflict'])
    const { data } = (await admin.send('GET', `${PATH}/${target.id}`)).body
    expect(data.attributes.fields).toHaveLength(1)
  })

  it('needs two types that exist', async () => {
    const { id } = await makeType([])
    expect((await merge(id, id)).status).toBe(422)
    expect((await merge(id, randomUUID())).status).toBe(404)
    expect((await merge(randomUUID(), id)).status).toBe(404)
  })

  it('rejects a change of the other type that was loaded before', async () => {
    const source = await makeType([{ name: 'Merged' }])
    const target = await makeType([{ name: 'Own' }])
    const { updated_at: seen_updated_at } = target.attributes
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(seen_updated_at))
    const { attributes } = (await merge(source.id, target.id)).body.data
    const late = await admin.send('PATCH', `${PATH}/${target.id}`, { fields: [], seen_updated_at })
    expect([late.status, late.body.code]).toEqual([409, 'document_type.changed_concurrently'])
    const { body } = await admin.send('GET', `${PATH}/${target.id}`)
    expect(body.data.attributes).toEqual(attributes)
  })

  it('in both directions at once merges once', async () => {
    const [one, two] = [await makeType([]), await makeType([])]
    const results = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)])
    expect(results.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe('a catalogue file', () => {
  const importFile = (content: string) => {
    const form = new FormData()
    form.set('file', new Blob([content]), 'types.json')
    return admin.send('POST', `${PATH}/import`, form)
  }

  it('is exported as it is imported', async () => {
    const name = randomUUID()
    const { id } = await makeType([choice(['A', 'B'], { required: true })], name)
    await makeSubcategory(id, 'Lease', [{ name: 'Rent', type: 'number' }])
    const text = await (await admin.fetch(`${PATH}/export`)).text()
    expect(JSON.parse(text).documents).toContainEqual({
      name,
      fields: [{ name: 'State', type: 'choice', required: true, options: ['A', 'B'] }],
      subcategories: [
        { name: 'Lease', fields: [{ name: 'Rent', type: 'number', required: false }] },
      ],
    })
    expect((await importFile(text)).body.meta.changed).toBe(0)
    const renamed = text.replaceAll(name, randomUUID())
    expect((await importFile(renamed)).body.meta.changed).toBe(2)
  })

  it.each([
    ['no JSON', 'hello'],
    ['other JSON', '[]'],
    [
      'a choice without options',
      JSON.stringify({ documents: [{ name: 'X', fields: [{ name: 'a', type: 'choice' }] }] }),
    ],
  ])('is refused: %s', async (_, content) => {
    const { status, body } = await importFile(content)
    expect([status, body.code]).toEqual([422, 'document_type.file_unreadable'])
  })

  it('is imported completely or not at all', async () => {
    const name = randomUUID()
    const fields = [{ name: 'Same' }, { name: 'same' }]
    const { status } = await importFile(
      JSON.stringify({ documents: [{ name }, { name: randomUUID(), fields }] }),
    )
    expect(status).toBe(422)
    expect((await admin.send('GET', `${PATH}?query=${name}`)).body.data).toEqual([])
  })
})
