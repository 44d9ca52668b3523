import type { Selectable } from 'kysely'

/** `fields` is a list of them as JSON. */
export interface DocumentTypeTable {
  id: string
  name: string
  /** What makes two names the same. */
  name_key: string
  fields: string
  /** UTC in milliseconds since 1970. */
  created_at: number
  updated_at: number
}

export interface SubcategoryTable extends DocumentTypeTable {
  document_type_id: string
}

export interface DocumentValueTable {
  item_id: string
  field_id: string
  /** In one spelling for each kind of field, see `values.rules.ts`. */
  value: string
}

export type DocumentTypeRow = Selectable<DocumentTypeTable>
export type SubcategoryRow = Selectable<SubcategoryTable>
