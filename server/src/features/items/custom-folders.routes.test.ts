import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const EVA = { member_number: '0042', identification: 'X1', first_name: 'Eva', last_name: 'Sol' }
const make = (client: TestClient, body: object) =>
  client.send('POST', '/api/create-folder-custom', body)

describe("a customer's folder", () => {
  it('is named after him and keeps who he is', async () => {
    const ann = await t.signIn()
    const { status, body } = await make(ann, EVA)
    expect(status).toBe(201)
    expect(body.data.attributes).toMatchObject({ name: 'X1 - Eva Sol', parent_id: null })
    const kept = await ann.send('GET', `/api/items/${body.data.id}/ancestors`)
    expect(kept.body.meta.customer).toEqual(EVA)
    const below = { name: '2026', parent_id: body.data.id }
    const inner = (await ann.send('POST', '/api/create-folder', below)).body.data.id
    const told = await ann.send('GET', `/api/items/${inner}/ancestors`)
    expect(told.body).toMatchObject({ meta: { customer: EVA }, data: [{ name: 'X1 - Eva Sol' }] })
  })

  it('takes the fields in Spanish, and a number as a number', async () => {
    const ann = await t.signIn()
    const form = { socio: 42, identificacion: 'X2', nombre: 'Ana', apellido: 'Ríos' }
    const { body } = await make(ann, form)
    expect(body.data.attributes.name).toBe('X2 - Ana Ríos')
    expect((await make(ann, form)).body.data.attributes.name).toBe('X2 - Ana Ríos (2)')
  })

  it('is made at the root alone, and says so in these words', async () => {
    const ann = await t.signIn()
    const { body } = await make(ann, EVA)
    const refused = await make(ann, { ...EVA, parent_id: body.data.id })
    expect([refused.status, refused.body.detail]).toEqual([422, 'Solo se permite en carpeta raiz'])
  })

  it.each([
    ['member_number', 'twelve'],
    ['member_number', ''],
    ['identification', 'a/b'],
    ['first_name', '   '],
    ['last_name', undefined],
  ])('is refused with %s = %j', async (field, value) => {
    const ann = await t.signIn()
    const { status, body } = await make(ann, { ...EVA, [field]: value })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })
})
