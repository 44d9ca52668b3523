import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makeLease } from '../../../test/document-types.ts'
import { openTestApp } from '../../../test/open-test-app.ts'
import { sharingBy } from '../../../test/sharing.ts'
import type { TestClient } from '../../../test/test-client.ts'
import { folderOf, uploadRequestApi } from '../../../test/upload-request-api.ts'

const t = await openTestApp()

const EVA = { member_number: '0042', identification: 'X1', first_name: 'Eva', last_name: 'Sol' }
const createCustomFolder = (client: TestClient, body: object) =>
  client.send('POST', '/api/create-folder-custom', body)

describe("a customer's folder", () => {
  it('is offered to every user once the server has one', async () => {
    const ann = await t.signIn()
    const bob = await t.signIn()
    const isOffered = async () =>
      (await bob.send('GET', '/api/user')).body.data.meta.usages.customer_folders
    expect(await isOffered()).toBe(false)
    await createCustomFolder(ann, EVA)
    expect(await isOffered()).toBe(true)
  })

  it('is named after the customer and stores their data', async () => {
    const ann = await t.signIn()
    const { status, body } = await createCustomFolder(ann, EVA)
    expect(status).toBe(201)
    expect(body.data.attributes).toMatchObject({ name: 'X1 - Eva Sol', parent_id: null })
    const parentReply = await ann.send('GET', `/api/items/${body.data.id}/ancestors`)
    expect(parentReply.body.meta.customer).toEqual(EVA)
    const below = { name: '2026', parent_id: body.data.id }
    const inner = (await ann.send('POST', '/api/create-folder', below)).body.data.id
    const childReply = await ann.send('GET', `/api/items/${inner}/ancestors`)
    expect(childReply.body).toMatchObject({
      meta: { customer: EVA },
      data: [{ name: 'X1 - Eva Sol' }],
    })
  })

  it('accepts Spanish field names and a numeric member number', async () => {
    const ann = await t.signIn()
    const form = { socio: 42, identificacion: 'X2', nombre: 'Ana', apellido: 'Ríos' }
    const { body } = await createCustomFolder(ann, form)
    expect(body.data.attributes.name).toBe('X2 - Ana Ríos')
    expect((await createCustomFolder(ann, form)).body.data.attributes.name).toBe(
      'X2 - Ana Ríos (2)',
    )
  })

  it('is only allowed at the root and is rejected in other folders with the specified message', async () => {
    const ann = await t.signIn()
    const { body } = await createCustomFolder(ann, EVA)
    const rejected = await createCustomFolder(ann, { ...EVA, parent_id: body.data.id })
    expect([rejected.status, rejected.body.detail]).toEqual([
      422,
      'Solo se permite en carpeta raiz',
    ])
  })

  it('is rejected for guests of a request, whose folder is never the owner’s root', async () => {
    const ann = await t.signIn()
    const asking = uploadRequestApi(t, ann)
    const request = await asking.ask({ folder_id: null })
    const { token } = request.attributes
    const guest = await asking.requestGuestId(token)
    const path = `/api/upload-request/${token}/create-folder-custom`
    for (const parent_id of [null, folderOf(request), ann.userId]) {
      const { status, body } = await guest.send('POST', path, { ...EVA, parent_id })
      expect([status, body.detail]).toEqual([422, 'Solo se permite en carpeta raiz'])
    }
  })

  it('accepts the root by its id', async () => {
    const ann = await t.signIn()
    const { status, body } = await createCustomFolder(ann, { ...EVA, parent_id: ann.userId })
    expect([status, body.data.attributes.parent_id]).toEqual([201, null])
  })

  it.each(['editor', 'sharing'])(
    'is rejected for guests of a link through /api/%s',
    async prefix => {
      const ann = await t.signIn()
      const { folder, share } = sharingBy(ann)
      const id = await folder('Inner')
      const token = await share(id, { permission: 'editor' })
      const path = `/api/${prefix}/create-folder/${token}`
      const guest = t.anonymous()
      for (const form of [EVA, { ...EVA, parent_id: id }, { ...EVA, parent_id: ann.userId }]) {
        const { status, body } = await guest.send('POST', path, form)
        expect([status, body.detail]).toEqual([422, 'Solo se permite en carpeta raiz'])
      }
      const faulty = await guest.send('POST', path, { ...EVA, member_number: 'twelve' })
      expect(Object.keys(faulty.body.errors)).toEqual(['member_number'])
      expect(Object.keys((await guest.send('POST', path, {})).body.errors)).toEqual(['name'])
      const plain = await guest.send('POST', path, { name: 'Plain' })
      expect([plain.status, plain.body.data.attributes.name]).toEqual([201, 'Plain'])
    },
  )

  it.each([
    ['member_number', 'twelve'],
    ['member_number', ''],
    ['identification', 'a/b'],
    ['first_name', '   '],
    ['last_name', undefined],
  ])('rejects %s = %j', async (field, value) => {
    const ann = await t.signIn()
    const { status, body } = await createCustomFolder(ann, { ...EVA, [field]: value })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })

  it('can be created as a document', async () => {
    const ann = await t.signIn()
    const admin = await t.signIn('admin')
    const { typeId, subcategoryId } = await makeLease(admin, 'Client file')
    const { body } = await createCustomFolder(ann, {
      ...EVA,
      tipo_id: typeId,
      subcategory_id: subcategoryId,
    })
    expect(body.data.attributes).toMatchObject({
      tipo_nombre: 'Client file',
      subcategory_nombre: 'Lease',
      document_status: 'missing',
    })
    expect((await createCustomFolder(ann, { ...EVA, tipo_id: randomUUID() })).status).toBe(422)
  })
})

describe("customers' folders", () => {
  const find = async (client: TestClient, query: string) => {
    const url = `/api/customers?query=${encodeURIComponent(query)}`
    return (await client.send('GET', url)).body.data as {
      id: string
      attributes: Record<string, string>
    }[]
  }
  const namesOf = async (client: TestClient, query: string) =>
    (await find(client, query)).map(({ attributes }) => attributes.name)

  it('are found by part of the name, by member number and by id', async () => {
    const ann = await t.signIn()
    const { id } = (await createCustomFolder(ann, EVA)).body.data
    await createCustomFolder(ann, {
      ...EVA,
      member_number: '7',
      first_name: 'Íñigo',
      identification: 'X_2',
    })
    await ann.send('POST', '/api/create-folder', { name: 'Eva - no customer' })
    expect(await namesOf(ann, '')).toEqual(['X1 - Eva Sol', 'X_2 - Íñigo Sol'])
    for (const query of ['eva s', 'X1', '0042', id])
      expect(await find(ann, query)).toEqual([
        { id, type: 'customer', attributes: { ...EVA, name: 'X1 - Eva Sol' } },
      ])
    expect(await namesOf(ann, 'ÍÑI')).toEqual(['X_2 - Íñigo Sol'])
    expect(await namesOf(ann, 'X_')).toEqual(['X_2 - Íñigo Sol'])
    expect(await namesOf(ann, '%')).toEqual([])
  })

  it('are found by their current name, and not while they are in the trash', async () => {
    const ann = await t.signIn()
    const { id } = (await createCustomFolder(ann, EVA)).body.data
    await ann.send('PATCH', `/api/rename/${id}`, { name: 'Sol family', type: 'folder' })
    expect(await namesOf(ann, 'family')).toEqual(['Sol family'])
    await ann.send('POST', '/api/remove', { items: [{ id, type: 'folder' }] })
    expect(await find(ann, '')).toEqual([])
  })

  it('of all owners are listed for admins only', async () => {
    const ann = await t.signIn()
    const eve = await t.signIn()
    const admin = await t.signIn('admin')
    const { id } = (await createCustomFolder(ann, { ...EVA, identification: 'Z9' })).body.data
    expect(await namesOf(eve, 'Z9')).toEqual([])
    expect(await find(eve, id)).toEqual([])
    expect(await namesOf(admin, 'Z9')).toEqual(['Z9 - Eva Sol'])
  })
})
