import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './resource.ts'

export const FIELD_TYPES = ['text', 'number', 'date', 'boolean', 'choice'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export const DocumentField = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  required: z.boolean(),
  /** The values of a `choice`, in order; absent for other kinds. */
  options: z.array(z.string()).optional(),
})
export type DocumentField = z.infer<typeof DocumentField>

const timestamps = { created_at: z.iso.datetime(), updated_at: z.iso.datetime() }

export const Subcategory = z.object({
  id: Id,
  type: z.literal('subcategory'),
  attributes: z.object({
    name: z.string(),
    type_document_id: Id,
    /** Additional fields beside those of the type. */
    fields: z.array(DocumentField),
    ...timestamps,
  }),
})
export type Subcategory = z.infer<typeof Subcategory>

export const DocumentType = z.object({
  id: Id,
  type: z.literal('document-type'),
  attributes: z.object({ name: z.string(), fields: z.array(DocumentField), ...timestamps }),
  relationships: z.object({ subcategories: z.object({ data: z.array(Subcategory) }) }),
})
export type DocumentType = z.infer<typeof DocumentType>

export const listDocumentTypes = endpoint({
  method: 'GET',
  path: '/api/documents',
  access: 'user',
  summary: 'Lists all document types with their subcategories, by name.',
  response: z.object({ data: z.array(DocumentType) }),
})
