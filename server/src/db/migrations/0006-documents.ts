import { type Kysely, sql } from 'kysely'

/** Document types, their subcategories, and what items say to their fields. */
export async function createDocuments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('document_types')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('name_key', 'text', c => c.notNull().unique())
    .addColumn('fields', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('updated_at', 'bigint', c => c.notNull())
    .execute()
  await db.schema
    .createTable('subcategories')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('document_type_id', 'text', c => c.notNull().references('document_types.id'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('name_key', 'text', c => c.notNull())
    .addColumn('fields', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('updated_at', 'bigint', c => c.notNull())
    .addUniqueConstraint('subcategories_name_unique', ['document_type_id', 'name_key'])
    .execute()
  await db.schema
    .createTable('document_values')
    .addColumn('item_id', 'text', c =>
      c
        .notNull()
        .references('items.id')
        .onDelete('cascade')
        // Of copies the values come first: once the items are there, the query would not find them.
        .modifyEnd(sql`deferrable initially deferred`),
    )
    .addColumn('field_id', 'text', c => c.notNull())
    .addColumn('value', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('document_values_pkey', ['item_id', 'field_id'])
    .execute()
  await db.schema
    .createIndex('document_values_by_field')
    .on('document_values')
    .column('field_id')
    .execute()
  await db.schema
    .alterTable('items')
    .addColumn('document_entered', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  for (const column of ['document_type_id', 'subcategory_id'] as const) {
    await db.schema
      .createIndex(`items_by_${column}`)
      .on('items')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute()
    await db.schema.alterTable('uploads').addColumn(column, 'text').execute()
  }
}
