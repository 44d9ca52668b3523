import { z } from 'zod'
import { DocumentType, FIELD_TYPES, type FieldType, Subcategory } from './document-types.ts'
import { endpoint } from './endpoint.ts'
import { PLAIN_TEXT } from './names.ts'
import { collection, Id, PageQuery, Paginate } from './resource.ts'

/** Field kinds also have numbers, which older scripts use. */
const FieldTypeInput = z
  .union([z.enum(FIELD_TYPES), z.int().min(1).max(FIELD_TYPES.length)])
  .transform(type => (typeof type === 'number' ? (FIELD_TYPES[type - 1] as FieldType) : type))

const ShortText = z
  .string()
  .trim()
  .min(1, 'validation.required')
  .max(200, 'validation.long')
  .regex(PLAIN_TEXT, 'validation.invalid')

/** Maximum number of fields of a form. */
const MAX_FIELDS = 50
export const FieldInputs = z
  .array(
    z.object({
      /** Id of an existing field; renaming it keeps its values. */
      id: Id.optional(),
      name: ShortText,
      type: FieldTypeInput.default('text'),
      required: z.boolean().default(false),
    }),
  )
  .max(MAX_FIELDS)
export type FieldInput = z.output<typeof FieldInputs>[number]

const typeReply = z.object({ data: DocumentType })
const subcategoryReply = z.object({ data: Subcategory })
const page = z.object({ paginate: Paginate })
const one = z.object({ id: Id })
const typeBody = z.object({ name: ShortText, fields: FieldInputs.default([]) })

export const browseDocumentTypes = endpoint({
  method: 'GET',
  path: '/api/admin/documents',
  access: 'admin',
  summary: 'Lists the document types by name.',
  query: PageQuery,
  response: collection(DocumentType, page),
})

export const getDocumentType = endpoint({
  method: 'GET',
  path: '/api/admin/documents/:id',
  aliases: ['/api/admin/campos/:id'],
  access: 'admin',
  summary: 'Returns a document type with its fields and subcategories.',
  params: one,
  response: typeReply,
})

export const createDocumentType = endpoint({
  method: 'POST',
  path: '/api/admin/documents',
  access: 'admin',
  summary: 'Creates a document type.',
  body: typeBody,
  response: typeReply,
  status: 201,
})

export const updateDocumentType = endpoint({
  method: 'PATCH',
  path: '/api/admin/documents/:id',
  access: 'admin',
  summary: 'Changes name and fields of a document type; a field with values can only be renamed.',
  params: one,
  body: z.object({ name: ShortText.optional(), fields: FieldInputs.optional() }),
  response: typeReply,
})

export const deleteDocumentType = endpoint({
  method: 'DELETE',
  path: '/api/admin/documents/:id',
  aliases: ['/api/admin/documents/:id/delete'],
  access: 'admin',
  summary: 'Deletes a document type that no item or subcategory uses.',
  params: one,
  status: 204,
})

export const browseSubcategories = endpoint({
  method: 'GET',
  path: '/api/admin/sub-categories',
  access: 'admin',
  summary: 'Lists the subcategories of all document types by name.',
  query: PageQuery,
  response: collection(Subcategory, page),
})

export const browseSubcategoriesOfType = endpoint({
  method: 'GET',
  path: '/api/admin/sub-category/:id',
  access: 'admin',
  summary: 'Lists the subcategories of a document type.',
  params: one,
  query: PageQuery,
  response: collection(Subcategory, page),
})

export const getSubcategory = endpoint({
  method: 'GET',
  path: '/api/admin/sub-categories/:id',
  access: 'admin',
  summary: 'Returns a subcategory.',
  params: one,
  response: subcategoryReply,
})

export const createSubcategory = endpoint({
  method: 'POST',
  path: '/api/admin/sub-categories',
  access: 'admin',
  summary: 'Creates a subcategory of a document type.',
  body: typeBody.extend({ type_document_id: Id }),
  response: subcategoryReply,
  status: 201,
})

export const updateSubcategory = endpoint({
  method: 'PATCH',
  path: '/api/admin/sub-categories/:id',
  access: 'admin',
  summary: 'Changes name and fields of a subcategory; its document type stays.',
  params: one,
  body: z.object({ name: ShortText.optional(), fields: FieldInputs.optional() }),
  response: subcategoryReply,
})

export const deleteSubcategory = endpoint({
  method: 'DELETE',
  path: '/api/admin/sub-categories/:id',
  access: 'admin',
  summary: 'Deletes a subcategory that no item uses.',
  params: one,
  status: 204,
})
