import type { TestClient } from './test-client.ts'

export interface Lease {
  typeId: string
  subcategoryId: string
  /** Field ids by name. */
  fields: Record<string, string>
}

const idsOf = (reply: {
  body: { data: { attributes: { fields: { id: string; name: string }[] } } }
}) => reply.body.data.attributes.fields.map(({ id, name }) => [name, id])

/** Creates a type with a required field, and a subcategory with one field of each other kind. */
export async function makeLease(admin: TestClient, name: string): Promise<Lease> {
  const type = await admin.send('POST', '/api/admin/documents', {
    name,
    fields: [{ name: 'Reference', required: true }],
  })
  const subcategory = await admin.send('POST', '/api/admin/sub-categories', {
    name: 'Lease',
    type_document_id: type.body.data.id,
    fields: [
      { name: 'Rent', type: 'number', required: true },
      { name: 'Until', type: 'date' },
      { name: 'Signed', type: 4 },
    ],
  })
  return {
    typeId: type.body.data.id,
    subcategoryId: subcategory.body.data.id,
    fields: Object.fromEntries([...idsOf(type), ...idsOf(subcategory)]),
  }
}
