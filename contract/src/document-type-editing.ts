import { z } from 'zod'
import { AdminListMeta, adminListQuery } from './admin-list.ts'
import { DocumentType, FIELD_TYPES, type FieldType, Subcategory } from './document-types.ts'
import { endpoint } from './endpoint.ts'
import { PLAIN_TEXT } from './names.ts'
import { collection, Id, PageQuery, Paginate, SeenUpdatedAt } from './resource.ts'

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

/** Maximum number of fields of a form, and of the options of a choice. */
export const MAX_FIELDS = 50
export const MAX_OPTIONS = 100
const hasOptions = ({ type, options }: { type: FieldType; options?: string[] | undefined }) =>
  (type === 'choice') === (options !== undefined && options.length > 0)
const isDistinct = (options: readonly string[]) =>
  new Set(options.map(option => option.toLowerCase())).size === options.length

export const FieldInputs = z
  .array(
    z
      .object({
        /** Id of an existing field; renaming it keeps its values. */
        id: Id.optional(),
        name: ShortText,
        type: FieldTypeInput.default('text'),
        required: z.boolean().default(false),
        /** The values of a `choice`. */
        options: z
          .array(ShortText)
          .max(MAX_OPTIONS)
          .refine(isDistinct, 'validation.duplicate')
          .optional(),
      })
      .refine(hasOptions, { error: 'validation.required', path: ['options'] }),
  )
  .max(MAX_FIELDS)
export type FieldInput = z.output<typeof FieldInputs>[number]

/** Items of a type or subcategory, with those in the trash; counted up to `MAX_ITEMS_COUNTED`. */
export const MAX_ITEMS_COUNTED = 10_000
const usage = z.object({ items: z.int(), is_capped: z.boolean() })

export const DocumentTypeRow = DocumentType.extend({ meta: usage })
export type DocumentTypeRow = z.infer<typeof DocumentTypeRow>
export const SubcategoryRow = Subcategory.extend({ meta: usage })
export type SubcategoryRow = z.infer<typeof SubcategoryRow>

const typeReply = z.object({ data: DocumentType })
const subcategoryReply = z.object({ data: Subcategory })
const page = z.object({ paginate: Paginate })
const one = z.object({ id: Id })
/** HTTP-3: existing scripts send the fields of a new type as JSON text. */
const fieldsOfText = (input: unknown): unknown => {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}
const typeBody = z.object({
  name: ShortText,
  fields: z.preprocess(fieldsOfText, FieldInputs.default([])),
})
const changeBody = z.object({
  name: ShortText.optional(),
  fields: FieldInputs.optional(),
  seen_updated_at: SeenUpdatedAt,
})

export const browseDocumentTypes = endpoint({
  method: 'GET',
  path: '/api/admin/documents',
  access: 'admin',
  summary: 'Lists the document types with the number of their items; `query` searches their names.',
  query: adminListQuery(['name', 'created_at'], { sort: 'name', direction: 'asc' }),
  response: collection(DocumentTypeRow, AdminListMeta),
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
  body: changeBody,
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

export const mergeDocumentTypes = endpoint({
  method: 'POST',
  path: '/api/admin/documents/:id/merge',
  access: 'admin',
  summary:
    'Moves items, subcategories and values of a document type to another one, and deletes it. Fields of the same name are joined; others are added as optional.',
  params: one,
  body: z.object({ into: Id }),
  response: typeReply,
})

export const exportDocumentTypes = endpoint({
  method: 'GET',
  path: '/api/admin/documents/export',
  access: 'admin',
  summary: 'Returns all document types as JSON, which the import and `documents seed` read.',
})

export const MAX_CATALOGUE_BYTES = 2_000_000

export const importDocumentTypes = endpoint({
  method: 'POST',
  path: '/api/admin/documents/import',
  access: 'admin',
  summary:
    'Adds the document types, subcategories and fields of a JSON file that are missing; all or nothing.',
  accepts: 'multipart',
  body: z.object({ file: z.custom<Blob>().meta({ type: 'string', format: 'binary' }) }),
  response: z.object({
    meta: z.object({
      /** Types and subcategories that were created or got further fields. */
      changed: z.int(),
    }),
  }),
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
  summary: 'Lists the subcategories of a document type with the number of their items.',
  params: one,
  query: adminListQuery(['name', 'created_at'], { sort: 'name', direction: 'asc' }),
  response: collection(SubcategoryRow, AdminListMeta),
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
  body: changeBody,
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
