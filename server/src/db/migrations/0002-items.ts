import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** Files, folders and what is kept about them. */
export async function createItems(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  // Both databases are to sort and compare by code point, whatever the server's language.
  const words: RawBuilder<unknown> = kind === 'postgres' ? sql`text collate "C"` : sql`text`
  await createUserTables(db)
  await createBlobs(db)
  await createItemTable(db, words)
  await createItemIndexes(db)
  await createVersions(db)
  await createUploads(db)
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', c => c.primaryKey())
    .addColumn('value', 'text', c => c.notNull())
    .execute()
}

async function createUserTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_settings')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('first_name', 'text', c => c.notNull())
    .addColumn('last_name', 'text', c => c.notNull())
    .addColumn('color', 'text', c => c.notNull())
    .addColumn('theme_mode', 'text', c => c.notNull())
    .addColumn('emoji_type', 'text', c => c.notNull())
    .addColumn('language', 'text')
    .execute()
  await db.schema
    .createTable('user_quotas')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('used_bytes', 'bigint', c => c.notNull().defaultTo(0).check(sql`used_bytes >= 0`))
    .addColumn('reserved_bytes', 'bigint', c =>
      c.notNull().defaultTo(0).check(sql`reserved_bytes >= 0`),
    )
    .addColumn('capacity_bytes', 'bigint')
    .execute()
  await db.schema
    .createTable('traffic')
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('day', 'text', c => c.notNull())
    .addColumn('upload_bytes', 'bigint', c => c.notNull().defaultTo(0))
    .addColumn('download_bytes', 'bigint', c => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('traffic_pkey', ['user_id', 'day'])
    .execute()
}

async function createBlobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blobs')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('storage_key', 'text', c => c.notNull())
    .addColumn('size_bytes', 'bigint', c => c.notNull())
    .addColumn('sha256', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('released_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('blobs_released_index')
    .on('blobs')
    .column('released_at')
    .where(sql.ref('released_at'), 'is not', null)
    .execute()
}

async function createItemTable(db: Kysely<unknown>, words: RawBuilder<unknown>): Promise<void> {
  await db.schema
    .createTable('items')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('owner_id', 'text', c => c.notNull().references('users.id'))
    .addColumn('parent_id', 'text', c => c.references('items.id'))
    .addColumn('type', 'text', c => c.notNull().check(sql`type in ('file', 'folder')`))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('original_name', 'text')
    .addColumn('name_key', words, c => c.notNull())
    .addColumn('sort_name', words, c => c.notNull())
    .addColumn('size_bytes', 'bigint', c => c.notNull().defaultTo(0))
    .addColumn('mimetype', 'text')
    .addColumn('category', 'text')
    .addColumn('blob_id', 'text', c => c.references('blobs.id'))
    .addColumn('creator_id', 'text', c => c.references('users.id').onDelete('set null'))
    .addColumn('team_folder', 'integer', c => c.notNull().defaultTo(0))
    .addColumn('color', 'text')
    .addColumn('emoji', 'text')
    .addColumn('document_type_id', 'text')
    .addColumn('subcategory_id', 'text')
    .addColumn('folder_count', 'integer', c =>
      c.notNull().defaultTo(0).check(sql`folder_count >= 0`),
    )
    .addColumn('file_count', 'integer', c => c.notNull().defaultTo(0).check(sql`file_count >= 0`))
    .addColumn('trashed_at', 'bigint')
    .addColumn('trashed_with', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('updated_at', 'bigint', c => c.notNull())
    .execute()
}

/** An index for every order that a list is shown in; trashed rows leave them. */
async function createItemIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, column] of [
    ['name', 'sort_name'],
    ['created', 'created_at'],
    ['updated', 'updated_at'],
    ['size', 'size_bytes'],
  ] as const) {
    await db.schema
      .createIndex(`items_by_${name}`)
      .on('items')
      .columns(['parent_id', 'type', column, 'id'])
      .where(sql.ref('trashed_at'), 'is', null)
      .execute()
  }
  await db.schema
    .createIndex('items_name_unique')
    .unique()
    .on('items')
    .columns(['parent_id', 'name_key'])
    .where(sql.ref('trashed_at'), 'is', null)
    .execute()
  // Everything below a folder, trashed or not.
  await db.schema.createIndex('items_by_parent').on('items').column('parent_id').execute()
  await db.schema
    .createIndex('items_trash')
    .on('items')
    .columns(['owner_id', 'trashed_with', 'trashed_at'])
    .where(sql.ref('trashed_at'), 'is not', null)
    .execute()
  await db.schema.createIndex('items_by_blob').on('items').column('blob_id').execute()
}

async function createVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item_versions')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('item_id', 'text', c => c.notNull().references('items.id').onDelete('cascade'))
    .addColumn('blob_id', 'text', c => c.notNull().references('blobs.id'))
    .addColumn('size_bytes', 'bigint', c => c.notNull())
    .addColumn('mimetype', 'text')
    .addColumn('creator_id', 'text', c => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  await db.schema
    .createIndex('item_versions_by_item')
    .on('item_versions')
    .columns(['item_id', 'id'])
    .execute()
  await db.schema
    .createIndex('item_versions_by_blob')
    .on('item_versions')
    .column('blob_id')
    .execute()
}

async function createUploads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    // Chosen by the client: what somebody else has chosen must not show.
    .addColumn('id', 'text', c => c.notNull())
    .addColumn('user_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('client_key', 'text', c => c.unique())
    .addColumn('owner_id', 'text', c => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('parent_id', 'text', c => c.notNull())
    .addColumn('path', 'text', c => c.notNull())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('original_name', 'text')
    .addColumn('on_conflict', 'text', c => c.notNull())
    .addColumn('blob_id', 'text', c => c.notNull())
    .addColumn('received_bytes', 'bigint', c => c.notNull())
    .addColumn('size_bytes', 'bigint')
    .addColumn('reserved_bytes', 'bigint', c => c.notNull())
    .addColumn('item_id', 'text')
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('updated_at', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('uploads_pkey', ['user_id', 'id'])
    .execute()
  await db.schema
    .createIndex('uploads_by_user')
    .on('uploads')
    .columns(['user_id', 'updated_at'])
    .execute()
  await db.schema.createIndex('uploads_by_age').on('uploads').column('updated_at').execute()
}
