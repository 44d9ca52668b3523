import { randomUUID } from 'node:crypto'
import { REQUIRED_PAGES } from '@coffer/contract/pages'
import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { cascading, createIndex, primaryKey, required } from './columns.ts'

/** Pages with their versions, messages from the contact page, and demo accounts. */
export async function createPages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('pages')
    .addColumn('id', 'text', primaryKey)
    .addColumn('slug', 'text', c => c.notNull().unique())
    .addColumn('visibility', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await db.schema
    .createTable('page_texts')
    .addColumn('page_id', 'text', cascading('pages.id'))
    .addColumn('locale', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('content', 'text', required)
    .addPrimaryKeyConstraint('page_texts_pkey', ['page_id', 'locale'])
    .execute()
  await db.schema
    .createTable('page_versions')
    .addColumn('id', 'text', primaryKey)
    .addColumn('page_id', 'text', cascading('pages.id'))
    .addColumn('number', 'integer', required)
    .addColumn('visibility', 'text', required)
    .addColumn('texts', 'text', required)
    .addColumn('author', 'text')
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint('page_versions_number', ['page_id', 'number'])
    .execute()
  await createContactMessages(db)
  await db.schema
    .createTable('demo_accounts')
    .addColumn('user_id', 'text', c => cascading('users.id')(c).primaryKey())
    .addColumn('expires_at', 'bigint', required)
    .execute()
  await createIndex(db, 'demo_accounts_expiry', 'demo_accounts', ['expires_at'])
  await insertRequiredPages(db as Kysely<Schema>)
}

async function createContactMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contact_messages')
    .addColumn('id', 'text', primaryKey)
    .addColumn('email', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('is_answered', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('answered_at', 'bigint')
    .addColumn('answered_by', 'text')
    .execute()
  await createIndex(db, 'contact_messages_time', 'contact_messages', ['created_at', 'id'])
  await createIndex(db, 'contact_messages_email', 'contact_messages', ['email', 'id'])
  for (const order of ['created_at', 'email'])
    await createIndex(db, `contact_messages_state_${order}`, 'contact_messages', [
      'is_answered',
      order,
      'id',
    ])
}

/** They show the text that comes with the product until another one is saved. */
async function insertRequiredPages(db: Kysely<Schema>): Promise<void> {
  const at = Date.now()
  const rows = REQUIRED_PAGES.map((slug, position) => ({
    id: randomUUID(),
    slug,
    visibility: 'footer' as const,
    position,
    created_at: at,
    updated_at: at,
  }))
  await db.insertInto('pages').values(rows).execute()
}
