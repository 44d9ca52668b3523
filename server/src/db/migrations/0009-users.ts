import { type Kysely, sql } from 'kysely'
import { cascading, counter, createIndex, primaryKey, required } from './columns.ts'

/** Settings, limits and notifications of users, their data exports and account deletions. */
export async function createUserData(db: Kysely<unknown>): Promise<void> {
  await createUserSettings(db)
  await createQuotas(db)
  await createTraffic(db)
  await createRestrictions(db)
  await createNotifications(db)
  await createDataExports(db)
  await createAccountDeletions(db)
}

/** All sizes of an avatar lie behind each other under one storage key. */
async function createUserSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_settings')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('color', 'text', required)
    .addColumn('theme_mode', 'text', required)
    .addColumn('emoji_type', 'text', required)
    .addColumn('language', 'text')
    .addColumn('timezone', 'text')
    .addColumn('avatar_key', 'text')
    .addColumn('avatar_xs_bytes', 'integer')
    .addColumn('avatar_sm_bytes', 'integer')
    .addColumn('avatar_md_bytes', 'integer')
    .execute()
  await createIndex(db, 'user_settings_by_avatar', 'user_settings', ['avatar_key'], {
    unique: true,
  })
}

async function createQuotas(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_quotas')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('used_bytes', 'bigint', c => c.notNull().defaultTo(0).check(sql`used_bytes >= 0`))
    .addColumn('reserved_bytes', 'bigint', c =>
      c.notNull().defaultTo(0).check(sql`reserved_bytes >= 0`),
    )
    .addColumn('capacity_bytes', 'bigint')
    .execute()
}

async function createTraffic(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('traffic')
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('day', 'text', required)
    .addColumn('upload_bytes', 'bigint', counter)
    .addColumn('download_bytes', 'bigint', counter)
    .addPrimaryKeyConstraint('traffic_pkey', ['user_id', 'day'])
    .execute()
}

/** One row per reason: each restriction is lifted by itself. */
async function createRestrictions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_restrictions')
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('reason', 'text', required)
    .addColumn('can_upload', 'integer', required)
    .addColumn('can_download', 'integer', required)
    .addColumn('can_create_folder', 'integer', required)
    .addColumn('can_create_team_folder', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addPrimaryKeyConstraint('user_restrictions_pkey', ['user_id', 'reason'])
    .execute()
}

async function createNotifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('category', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('params', 'text', required)
    .addColumn('action', 'text')
    .addColumn('invitation_id', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('read_at', 'bigint')
    .execute()
  await createIndex(db, 'notifications_by_user', 'notifications', ['user_id', 'created_at', 'id'])
}

/** Exports of a user's data, and the contents that stay stored as long as an export needs them. */
async function createDataExports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('data_exports')
    .addColumn('id', 'text', primaryKey)
    .addColumn('user_id', 'text', cascading('users.id'))
    .addColumn('state', 'text', c =>
      c.notNull().check(sql`state in ('creating', 'ready', 'failed', 'deleted')`),
    )
    .addColumn('language', 'text', required)
    .addColumn('items_done', 'integer', required)
    .addColumn('items_total', 'integer', required)
    .addColumn('size_bytes', 'bigint')
    .addColumn('layout_id', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('expires_at', 'bigint')
    .execute()
  // A user has at most one export at a time.
  await createIndex(db, 'data_exports_by_user', 'data_exports', ['user_id'], {
    unique: true,
    where: sql`state <> 'deleted'`,
  })
  await db.schema
    .createTable('data_export_blobs')
    .addColumn('export_id', 'text', cascading('data_exports.id'))
    .addColumn('blob_id', 'text', c => c.notNull().references('blobs.id'))
    .addPrimaryKeyConstraint('data_export_blobs_pkey', ['export_id', 'blob_id'])
    .execute()
  await createIndex(db, 'data_export_blobs_by_blob', 'data_export_blobs', ['blob_id'])
}

/** Accounts that a job is deleting. */
async function createAccountDeletions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_deletions')
    .addColumn('user_id', 'text', c => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', required)
    .execute()
}
