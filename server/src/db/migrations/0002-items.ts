import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'
import { cascading, counter, createIndex, primaryKey, required } from './columns.ts'

/** Files, folders, their contents, and what is stored per item or per content. */
export async function createItems(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createBlobs(db)
  await createPreviews(db)
  await createItemTable(db, kind)
  await createItemIndexes(db)
  await createListIndexes(db, kind)
  await createVersions(db)
  await createFavourites(db)
  await createCustomFolders(db)
  await createTrashEmptyings(db)
  await createZipSelections(db)
}

async function createBlobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blobs')
    .addColumn('id', 'text', primaryKey)
    .addColumn('storage_key', 'text', required)
    .addColumn('size_bytes', 'bigint', required)
    .addColumn('sha256', 'text')
    .addColumn('crc32', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('released_at', 'bigint')
    .execute()
  await createIndex(db, 'blobs_by_release', 'blobs', ['released_at'], {
    where: sql`released_at is not null`,
  })
}

/** Previews belong to a content, so copies and versions share them. */
async function createPreviews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('previews')
    .addColumn('blob_id', 'text', c => c.primaryKey().references('blobs.id').onDelete('cascade'))
    .addColumn('storage_key', 'text')
    .addColumn('xs_bytes', 'integer', required)
    .addColumn('sm_bytes', 'integer', required)
    .addColumn('lg_bytes', 'integer', required)
    .addColumn('xl_bytes', 'integer', required)
    .addColumn('exif', 'text')
    .addColumn('failure', 'text')
    .addColumn('created_at', 'bigint', required)
    .execute()
  await createIndex(db, 'previews_by_key', 'previews', ['storage_key'])
}

async function createItemTable(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  // Both databases sort and compare names by code point, whatever the locale of the server.
  const byCodePoint: RawBuilder<unknown> = kind === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('items')
    .addColumn('id', 'text', primaryKey)
    .addColumn('owner_id', 'text', c => c.notNull().references('users.id'))
    .addColumn('parent_id', 'text', c => c.references('items.id'))
    .addColumn('type', 'text', c => c.notNull().check(sql`type in ('file', 'folder')`))
    .addColumn('name', 'text', required)
    .addColumn('original_name', 'text')
    .addColumn('name_key', byCodePoint, required)
    .addColumn('sort_name', byCodePoint, required)
    .addColumn('size_bytes', 'bigint', counter)
    .addColumn('mimetype', 'text')
    .addColumn('category', 'text')
    .addColumn('blob_id', 'text', c => c.references('blobs.id'))
    .addColumn('creator_id', 'text', c => c.references('users.id').onDelete('set null'))
    // Every item inside a team folder names it: access checks and lists need no ancestors.
    .addColumn('team_id', 'text')
    .addColumn('guest_id', 'text')
    .addColumn('color', 'text')
    .addColumn('emoji', 'text')
    .addColumn('document_type_id', 'text')
    .addColumn('subcategory_id', 'text')
    .addColumn('document_entered', 'integer', counter)
    .addColumn('folder_count', 'integer', c =>
      c.notNull().defaultTo(0).check(sql`folder_count >= 0`),
    )
    .addColumn('file_count', 'integer', c => c.notNull().defaultTo(0).check(sql`file_count >= 0`))
    .addColumn('version_count', 'integer', counter)
    .addColumn('content_creator_id', 'text', c => c.references('users.id').onDelete('set null'))
    .addColumn('content_at', 'bigint')
    .addColumn('trashed_at', 'bigint')
    .addColumn('trashed_with', 'text')
    .addColumn('is_unindexed', 'integer', c =>
      c.notNull().defaultTo(0).check(sql`is_unindexed = 0 or trashed_at is not null`),
    )
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('placed_at', 'bigint')
    .execute()
}

async function createItemIndexes(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'items_name_unique', 'items', ['parent_id', 'name_key'], {
    unique: true,
    where: sql`trashed_at is null`,
  })
  // Covers all children of a folder, trashed or not.
  await createIndex(db, 'items_by_parent', 'items', ['parent_id'])
  await createIndex(db, 'items_trash', 'items', ['owner_id', 'trashed_with', 'trashed_at'], {
    where: sql`trashed_at is not null`,
  })
  await createIndex(db, 'items_by_blob', 'items', ['blob_id'])
  // Includes trashed_at so that counting the days of a period reads the index only.
  await createIndex(
    db,
    'items_of_owner_by_updated',
    'items',
    ['owner_id', 'type', 'updated_at', 'id', 'trashed_at'],
    { where: sql`trashed_at is null` },
  )
  // Storage use and file counts per category read this index only.
  await createIndex(db, 'items_by_kind', 'items', [
    'owner_id',
    'category',
    'trashed_at',
    'updated_at',
    'size_bytes',
  ])
  for (const column of ['document_type_id', 'subcategory_id'])
    await createIndex(db, `items_by_${column}`, 'items', [column], {
      where: sql`${sql.ref(column)} is not null`,
    })
  await createIndex(db, 'items_by_guest', 'items', ['guest_id'], {
    where: sql`guest_id is not null`,
  })
}

/** The orders of the lists inside a folder, across a user's folders, and across all users. */
const LIST_INDEXES = [
  ['items_by_name', ['parent_id', 'type', 'sort_name', 'id']],
  ['items_by_created', ['parent_id', 'type', 'created_at', 'id']],
  ['items_by_updated', ['parent_id', 'type', 'updated_at', 'id']],
  ['items_by_size', ['parent_id', 'type', 'size_bytes', 'id']],
  ['items_of_owner_by_name', ['owner_id', 'type', 'sort_name', 'id']],
  ['items_of_owner_by_created', ['owner_id', 'type', 'created_at', 'id']],
  ['items_of_owner_by_size', ['owner_id', 'type', 'size_bytes', 'id']],
  ['items_of_all_by_created', ['type', 'created_at', 'id']],
] as const

/** The same orders across a team folder. */
const TEAM_LIST_INDEXES = [
  ['items_of_team_by_name', ['team_id', 'type', 'sort_name', 'id']],
  ['items_of_team_by_created', ['team_id', 'type', 'created_at', 'id']],
  ['items_of_team_by_size', ['team_id', 'type', 'size_bytes', 'id']],
] as const

async function createListIndexes(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  // On SQLite moving to the trash sets trashed_at only; a job takes the rows out of these indexes.
  const isListed = kind === 'sqlite' ? sql`is_unindexed = 0` : sql`trashed_at is null`
  for (const [name, columns] of LIST_INDEXES)
    await createIndex(db, name, 'items', columns, { where: isListed })
  if (kind === 'sqlite')
    // Finds the rows that the job has yet to take out, so it is empty most of the time.
    await createIndex(db, 'items_pending_unindex', 'items', ['trashed_at'], {
      where: sql`trashed_at is not null and is_unindexed = 0`,
    })
  await createIndex(db, 'items_team_folders', 'items', ['owner_id'], { where: sql`id = team_id` })
  for (const [name, columns] of TEAM_LIST_INDEXES)
    await createIndex(db, name, 'items', columns, {
      where: sql`${isListed} and team_id is not null`,
    })
  // Counts days as well, so it excludes trashed items itself.
  await createIndex(
    db,
    'items_of_team_by_updated',
    'items',
    ['team_id', 'type', 'updated_at', 'id', 'trashed_at'],
    { where: sql`trashed_at is null and team_id is not null` },
  )
  // Also finds every item of a team, trashed or not.
  await createIndex(
    db,
    'items_of_team_by_kind',
    'items',
    ['team_id', 'category', 'trashed_at', 'updated_at'],
    { where: sql`team_id is not null` },
  )
}

/** Versions are ordered by a number per item, because the clock behind ids can be set back. */
async function createVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item_versions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('item_id', 'text', cascading('items.id'))
    .addColumn('number', 'integer', counter)
    .addColumn('blob_id', 'text', c => c.notNull().references('blobs.id'))
    .addColumn('size_bytes', 'bigint', required)
    .addColumn('mimetype', 'text')
    .addColumn('creator_id', 'text', c => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', required)
    .execute()
  await createIndex(db, 'item_versions_by_blob', 'item_versions', ['blob_id'])
  await createIndex(db, 'item_versions_by_item', 'item_versions', ['item_id', 'number'], {
    unique: true,
  })
}

async function createFavourites(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('favourites')
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('item_id', 'text', cascading('items.id'))
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('favourites_pkey', ['user_id', 'item_id'])
    .execute()
  await createIndex(db, 'favourites_by_item', 'favourites', ['item_id'])
}

/** Folders of customers. */
async function createCustomFolders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('custom_folders')
    .addColumn('item_id', 'text', c =>
      c.primaryKey().notNull().references('items.id').onDelete('cascade'),
    )
    .addColumn('member_number', 'text', required)
    .addColumn('identification', 'text', required)
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .execute()
}

/** Progress of emptying a large trash. */
async function createTrashEmptyings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('trash_emptyings')
    .addColumn('owner_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('removed_until', 'bigint', required)
    .addColumn('total', 'integer', required)
    .addColumn('done', 'integer', required)
    .execute()
}

/** Lists of items for a ZIP download that are too long for a URL. */
async function createZipSelections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('zip_selections')
    .addColumn('id', 'text', primaryKey)
    // A user or a guest.
    .addColumn('actor_key', 'text', required)
    .addColumn('items', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await createIndex(db, 'zip_selections_by_age', 'zip_selections', ['created_at'])
  // The total size of an actor's selections is checked before another is stored.
  await createIndex(db, 'zip_selections_by_actor', 'zip_selections', ['actor_key', 'created_at'])
}
