import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** When and by whom a setting was changed, and a table of encrypted secrets. */
export async function extendSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('settings').addColumn('changed_at', 'bigint').execute()
  // The settings of deleted users stay, so this is no foreign key.
  await db.schema.alterTable('settings').addColumn('changed_by', 'text').execute()
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', primaryKey)
    .addColumn('value', 'text', required)
    .addColumn('ends_in', 'text')
    .addColumn('changed_at', 'bigint')
    .addColumn('changed_by', 'text')
    .execute()
}
