import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')

interface TestType {
  tipo_id: string
  fieldId: string
  setRequired: (required: boolean) => ReturnType<TestClient['send']>
}

/** Creates a type with one field, which can be made required or optional. */
async function makeType(): Promise<TestType> {
  const fields = [{ name: 'Date', type: 'date' }]
  const { body } = await admin.send('POST', '/api/admin/documents', { name: randomUUID(), fields })
  const { id, attributes } = body.data
  const [date] = attributes.fields
  return {
    tipo_id: id,
    fieldId: date.id,
    setRequired: required =>
      admin.send('PATCH', `/api/admin/documents/${id}`, { fields: [{ ...date, required }] }),
  }
}

const upload = async (client: TestClient, { tipo_id }: TestType, filename: string) =>
  (await client.upload({ filename, tipo_id })).body.data.id as string
const fill = (client: TestClient, id: string, { fieldId }: TestType, value: string | null) =>
  client.send('PATCH', `/api/items/${id}/document`, { values: { [fieldId]: value } })
const statusOf = async (client: TestClient, id: string) =>
  (await client.send('GET', `/api/items/${id}`)).body.data.attributes.document_status

it('changing whether a field is required updates the status of all items', async () => {
  const ann = await t.signIn()
  const type = await makeType()
  const filled = await upload(ann, type, 'a.txt')
  const empty = await upload(ann, type, 'b.txt')
  await fill(ann, filled, type, '2026-01-01')
  expect((await type.setRequired(true)).status).toBe(200)
  expect([await statusOf(ann, filled), await statusOf(ann, empty)]).toEqual(['entered', 'missing'])
  await type.setRequired(false)
  expect(await statusOf(ann, empty)).toBe('entered')
})

it('concurrent changes of values and uploads get the right status', async () => {
  const type = await makeType()
  const createEditor = async () => {
    const client = await t.signIn()
    return { client, id: await upload(client, type, 'busy.txt') }
  }
  const editors = [
    await createEditor(),
    await createEditor(),
    await createEditor(),
    await createEditor(),
  ]
  for (let round = 0; round < 12; round += 1) {
    const required = round % 2 === 0
    const values = editors.map((_, index) => ((round + index) % 3 === 0 ? null : '2026-01-01'))
    const uploader = editors[round % editors.length]?.client ?? admin
    const [, newId] = await Promise.all([
      type.setRequired(required),
      upload(uploader, type, `new-${round}.txt`),
      ...editors.map(({ client, id }, index) => fill(client, id, type, values[index] ?? null)),
    ])
    const expected = values.map(value => (required && value === null ? 'missing' : 'entered'))
    const statuses = await Promise.all(editors.map(({ client, id }) => statusOf(client, id)))
    expect(statuses).toEqual(expected)
    expect(await statusOf(uploader, newId)).toBe(required ? 'missing' : 'entered')
  }
})
