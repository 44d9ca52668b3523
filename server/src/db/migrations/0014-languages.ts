import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'
import { cascading, primaryKey, required } from './columns.ts'

/** Languages, and their texts that were entered here; English and Spanish come with the product. */
export async function createLanguages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('languages')
    .addColumn('id', 'text', primaryKey)
    .addColumn('locale', 'text', c => c.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await db.schema
    .createTable('language_strings')
    .addColumn('language_id', 'text', cascading('languages.id'))
    .addColumn('key', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('source', 'text', required)
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('language_strings_pkey', ['language_id', 'key'])
    .execute()
  await db.schema
    .createTable('language_version')
    .addColumn('id', 'integer', primaryKey)
    .addColumn('version', 'text', required)
    .execute()
  await insertProductLanguages(db as Kysely<Schema>)
}

async function insertProductLanguages(db: Kysely<Schema>): Promise<void> {
  const at = Date.now()
  const names = { en: 'English', es: 'Español' }
  const rows = Object.entries(names).map(([locale, name]) => ({
    id: randomUUID(),
    locale,
    name,
    created_at: at,
    updated_at: at,
  }))
  await db.insertInto('languages').values(rows).execute()
  await db.insertInto('language_version').values({ id: 1, version: randomUUID() }).execute()
}
