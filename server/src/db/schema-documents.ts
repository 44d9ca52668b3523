import type { Selectable } from 'kysely'

/** `fields` is a JSON array. */
export interface DocumentTypeTable {
  id: string
  name: string
  /** Normalized name; names with the same key are equal. */
  name_key: string
  fields: string
  /** Milliseconds since 1970, UTC. */
  created_at: number
  updated_at: number
}

export interface SubcategoryTable extends DocumentTypeTable {
  document_type_id: string
}

export interface DocumentValueTable {
  item_id: string
  field_id: string
  /** Normalized per kind of field, see `values.rules.ts`. */
  value: string
}

export type DocumentTypeRow = Selectable<DocumentTypeTable>
export type SubcategoryRow = Selectable<SubcategoryTable>
