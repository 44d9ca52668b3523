import type { Kysely } from 'kysely'
import { primaryKey, required } from './columns.ts'

/** Which process runs a recurring job; used on PostgreSQL, where there can be several. */
export async function createClock(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('clock')
    .addColumn('name', 'text', primaryKey)
    .addColumn('slot', 'bigint', required)
    .addColumn('holder', 'text')
    .addColumn('held_until', 'bigint')
    .execute()
}
