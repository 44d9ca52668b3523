import { z } from 'zod'
import { DocumentField } from './document-types.ts'
import { endpoint } from './endpoint.ts'
import { Changed, DocumentStatus, ItemRefs } from './items.ts'
import { Id } from './resource.ts'

export const MAX_VALUE_LENGTH = 400

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])
export type DocumentValue = z.infer<typeof Value>

/** A field of an item's type or subcategory with its value. */
export const FilledField = DocumentField.extend({ value: Value })
export type FilledField = z.infer<typeof FilledField>

/** Document type, subcategory and field values of an item. */
export const ItemDocument = z.object({
  /** Id of the item. */
  id: Id,
  type: z.literal('document'),
  attributes: z.object({
    tipo_id: Id.nullable(),
    tipo_nombre: z.string().nullable(),
    subcategory_id: Id.nullable(),
    subcategory_nombre: z.string().nullable(),
    document_status: DocumentStatus.nullable(),
    fields: z.array(FilledField),
  }),
})
export type ItemDocument = z.infer<typeof ItemDocument>

/** Values by field id; null and empty text clear a field. The field kind decides which values are valid. */
const Values = z.record(z.string().max(64), Value)

/** Omitted fields keep their value; changing the type clears subcategory and values. */
const change = {
  tipo_id: Id.nullable().optional(),
  subcategory_id: Id.nullable().optional(),
  values: Values.default({}),
}

export const getItemDocument = endpoint({
  method: 'GET',
  path: '/api/items/:id/document',
  access: 'user',
  summary: 'Returns the document type, subcategory and values of an item.',
  params: z.object({ id: Id }),
  response: z.object({ data: ItemDocument }),
})

export const updateItemDocument = endpoint({
  method: 'PATCH',
  path: '/api/items/:id/document',
  access: 'user',
  summary: 'Changes the document type, subcategory or single values of an item.',
  params: z.object({ id: Id }),
  body: z.object(change),
  response: z.object({ data: ItemDocument }),
})

export const updateItemDocuments = endpoint({
  method: 'POST',
  path: '/api/items/document',
  access: 'user',
  summary: 'Sets document type, subcategory and values of many items; all or none.',
  body: z.object({
    items: ItemRefs,
    tipo_id: Id.nullable(),
    subcategory_id: Id.nullable().default(null),
    values: Values.default({}),
  }),
  response: Changed,
})

export const writeMetaData = endpoint({
  method: 'POST',
  path: '/api/admin/meta-data',
  access: 'admin',
  summary: 'Sets field values of a file by field name.',
  body: z.object({
    file_id: Id,
    campos: z.array(z.object({ name: z.string(), value: Value })).max(100),
  }),
  response: z.object({ data: ItemDocument }),
})
