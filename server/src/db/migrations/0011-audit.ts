import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'
import { createIndex, primaryKey, required } from './columns.ts'

/** The audit log, and when the user of a session last reauthenticated. */
export async function createAudit(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createEntries(db, kind)
  await db.schema
    .createTable('audit_chain')
    .addColumn('id', 'integer', primaryKey)
    .addColumn('last_seq', 'bigint', required)
    .addColumn('last_hash', 'text', required)
    .addColumn('anchor_seq', 'bigint', required)
    .addColumn('anchor_hash', 'text', required)
    .execute()
  await (db as Kysely<{ audit_chain: Record<string, string | number> }>)
    .insertInto('audit_chain')
    .values({ id: 1, last_seq: 0, last_hash: '', anchor_seq: 0, anchor_hash: '' })
    .execute()
  await db.schema.alterTable('sessions').addColumn('reauthenticated_at', 'bigint').execute()
}

async function createEntries(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  // Search looks up beginnings in the index.
  const byCodePoint: RawBuilder<unknown> = kind === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('audit_entries')
    // `integer` makes it the rowid on SQLite, where it holds 64 bits too.
    .addColumn('seq', kind === 'postgres' ? 'bigint' : 'integer', primaryKey)
    .addColumn('at', 'bigint', required)
    .addColumn('actor_type', 'text', required)
    .addColumn('actor_id', 'text')
    .addColumn('actor_name', 'text')
    .addColumn('actor_key', byCodePoint)
    .addColumn('token_name', 'text')
    .addColumn('ip', byCodePoint)
    .addColumn('device', 'text')
    .addColumn('request_id', 'text')
    .addColumn('action', 'text', required)
    .addColumn('category', 'text', required)
    .addColumn('target_type', 'text')
    .addColumn('target_id', 'text')
    .addColumn('target_name', 'text')
    .addColumn('target_key', byCodePoint)
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('previous_hash', 'text', required)
    .addColumn('hash', 'text', required)
    .execute()
  // One index for each filter and each order; the filters are combined with days.
  await createIndex(db, 'audit_by_time', 'audit_entries', ['at', 'seq'])
  await createIndex(db, 'audit_by_actor', 'audit_entries', ['actor_id', 'at', 'seq'])
  await createIndex(db, 'audit_by_category', 'audit_entries', ['category', 'at', 'seq'])
  await createIndex(db, 'audit_by_actor_type', 'audit_entries', ['actor_type', 'at', 'seq'])
  await createIndex(db, 'audit_by_target', 'audit_entries', ['target_id', 'at', 'seq'])
  await createIndex(db, 'audit_by_ip', 'audit_entries', ['ip', 'at', 'seq'])
  await createIndex(db, 'audit_by_actor_name', 'audit_entries', ['actor_key', 'seq'])
  await createIndex(db, 'audit_by_target_name', 'audit_entries', ['target_key', 'seq'])
  await createIndex(db, 'audit_by_action', 'audit_entries', ['action', 'seq'])
  await createIndex(db, 'audit_by_request', 'audit_entries', ['request_id'])
}
