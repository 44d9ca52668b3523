import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTestApp } from '../../../test/open-test-app.ts'
import type { TestClient } from '../../../test/test-client.ts'

const t = await openTestApp()
const admin = await t.signIn('admin')

interface Asked {
  tipo_id: string
  fieldId: string
  ask: (required: boolean) => ReturnType<TestClient['send']>
}

/** A type with one field, which can be asked for or not. */
async function makeType(): Promise<Asked> {
  const fields = [{ name: 'Date', type: 'date' }]
  const { body } = await admin.send('POST', '/api/admin/documents', { name: randomUUID(), fields })
  const { id, attributes } = body.data
  const [date] = attributes.fields
  return {
    tipo_id: id,
    fieldId: date.id,
    ask: required =>
      admin.send('PATCH', `/api/admin/documents/${id}`, { fields: [{ ...date, required }] }),
  }
}

const upload = async (client: TestClient, { tipo_id }: Asked, filename: string) =>
  (await client.upload({ filename, tipo_id })).body.data.id as string
const fill = (client: TestClient, id: string, { fieldId }: Asked, value: string | null) =>
  client.send('PATCH', `/api/items/${id}/document`, { values: { [fieldId]: value } })
const statusOf = async (client: TestClient, id: string) =>
  (await client.send('GET', `/api/items/${id}`)).body.data.attributes.document_status

it('a field that becomes required shows at once which items lack it, and no longer when it is not', async () => {
  const ann = await t.signIn()
  const type = await makeType()
  const filled = await upload(ann, type, 'a.txt')
  const empty = await upload(ann, type, 'b.txt')
  await fill(ann, filled, type, '2026-01-01')
  expect((await type.ask(true)).status).toBe(200)
  expect([await statusOf(ann, filled), await statusOf(ann, empty)]).toEqual(['entered', 'missing'])
  await type.ask(false)
  expect(await statusOf(ann, empty)).toBe('entered')
})

it('what people fill in and upload at that very moment is judged by it too', async () => {
  const type = await makeType()
  const makeOne = async () => {
    const client = await t.signIn()
    return { client, id: await upload(client, type, 'busy.txt') }
  }
  const people = [await makeOne(), await makeOne(), await makeOne(), await makeOne()]
  for (let round = 0; round < 12; round += 1) {
    const required = round % 2 === 0
    const values = people.map((_, place) => ((round + place) % 3 === 0 ? null : '2026-01-01'))
    const uploader = people[round % people.length]?.client ?? admin
    const [, fresh] = await Promise.all([
      type.ask(required),
      upload(uploader, type, `new-${round}.txt`),
      ...people.map(({ client, id }, place) => fill(client, id, type, values[place] ?? null)),
    ])
    const expected = values.map(value => (required && value === null ? 'missing' : 'entered'))
    const found = await Promise.all(people.map(({ client, id }) => statusOf(client, id)))
    expect(found).toEqual(expected)
    expect(await statusOf(uploader, fresh)).toBe(required ? 'missing' : 'entered')
  }
})
