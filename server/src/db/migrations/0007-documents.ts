import { type Kysely, sql } from 'kysely'
import { createIndex, primaryKey, required } from './columns.ts'

/** Document types, their subcategories, and the values that items have for their fields. */
export async function createDocuments(db: Kysely<unknown>): Promise<void> {
  await createDocumentTypes(db)
  await createDocumentValues(db)
}

async function createDocumentTypes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('document_types')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', c => c.notNull().unique())
    .addColumn('fields', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await db.schema
    .createTable('subcategories')
    .addColumn('id', 'text', primaryKey)
    .addColumn('document_type_id', 'text', c => c.notNull().references('document_types.id'))
    .addColumn('name', 'text', required)
    .addColumn('name_key', 'text', required)
    .addColumn('fields', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addUniqueConstraint('subcategories_name_unique', ['document_type_id', 'name_key'])
    .execute()
}

async function createDocumentValues(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('document_values')
    .addColumn('item_id', 'text', c =>
      c
        .notNull()
        .references('items.id')
        .onDelete('cascade')
        // Copying inserts the values before the items: its query selects items without a copy.
        .modifyEnd(sql`deferrable initially deferred`),
    )
    .addColumn('field_id', 'text', required)
    .addColumn('value', 'text', required)
    .addPrimaryKeyConstraint('document_values_pkey', ['item_id', 'field_id'])
    .execute()
  await createIndex(db, 'document_values_by_field', 'document_values', ['field_id'])
}
