import type { Kysely } from 'kysely'
import { cascading, counter, createIndex, primaryKey, required } from './columns.ts'

/** Share links, the downloads they were charged for, and their activity. */
export async function createShares(db: Kysely<unknown>): Promise<void> {
  await createShareTable(db)
  await createDownloadAllowances(db)
  await createShareEvents(db)
}

async function createShareTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shares')
    .addColumn('id', 'text', primaryKey)
    .addColumn('item_id', 'text', c =>
      c.notNull().unique().references('items.id').onDelete('cascade'),
    )
    .addColumn('owner_id', 'text', cascading('users.id'))
    .addColumn('token', 'text', required)
    .addColumn('token_hash', 'text', c => c.notNull().unique())
    .addColumn('permission', 'text', required)
    .addColumn('password_hash', 'text')
    .addColumn('unlock_key', 'text', required)
    .addColumn('expires_in_hours', 'integer')
    .addColumn('expires_at', 'bigint')
    .addColumn('download_limit', 'integer')
    .addColumn('downloads', 'integer', counter)
    .addColumn('visits', 'integer', counter)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await createIndex(db, 'shares_by_owner', 'shares', ['owner_id', 'created_at'])
}

async function createDownloadAllowances(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('download_allowances')
    .addColumn('id', 'text', primaryKey)
    .addColumn('share_id', 'text', cascading('shares.id'))
    .addColumn('visitor', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('remaining_bytes', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await createIndex(db, 'download_allowances_by_content', 'download_allowances', [
    'share_id',
    'visitor',
    'content',
  ])
  await createIndex(db, 'download_allowances_by_age', 'download_allowances', ['created_at'])
}

async function createShareEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('share_events')
    .addColumn('id', 'text', primaryKey)
    .addColumn('share_id', 'text', cascading('shares.id'))
    .addColumn('kind', 'text', required)
    .addColumn('item_id', 'text')
    .addColumn('name', 'text')
    .addColumn('bytes', 'bigint')
    .addColumn('device', 'text')
    .addColumn('created_at', 'bigint', required)
    .execute()
  await createIndex(db, 'share_events_by_share', 'share_events', ['share_id', 'created_at', 'id'])
}
