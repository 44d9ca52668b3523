import type { DocumentType, Subcategory } from '@coffer/contract/document-types'
import type { SubcategoryRow } from '../../db/schema-documents.ts'
import { readFields } from './document-types.rules.ts'
import type { TypeWithSubcategories } from './document-types.service.ts'

const toIso = (millis: number): string => new Date(millis).toISOString()

export const presentSubcategory = (row: SubcategoryRow): Subcategory => ({
  id: row.id,
  type: 'subcategory',
  attributes: {
    name: row.name,
    type_document_id: row.document_type_id,
    fields: readFields(row.fields),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  },
})

export const presentType = ({ row, subcategories }: TypeWithSubcategories): DocumentType => ({
  id: row.id,
  type: 'document-type',
  attributes: {
    name: row.name,
    fields: readFields(row.fields),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  },
  relationships: { subcategories: { data: subcategories.map(presentSubcategory) } },
})
