import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** The indexes of lists that trashed items leave by and by, as 0002 and 0005 made them. */
const LEFT_LATER = [
  ['items_by_name', ['parent_id', 'type', 'sort_name', 'id']],
  ['items_by_created', ['parent_id', 'type', 'created_at', 'id']],
  ['items_by_updated', ['parent_id', 'type', 'updated_at', 'id']],
  ['items_by_size', ['parent_id', 'type', 'size_bytes', 'id']],
  ['items_of_owner_by_name', ['owner_id', 'type', 'sort_name', 'id']],
  ['items_of_owner_by_created', ['owner_id', 'type', 'created_at', 'id']],
  ['items_of_owner_by_size', ['owner_id', 'type', 'size_bytes', 'id']],
  ['items_of_all_by_created', ['type', 'created_at', 'id']],
] as const

/** What decides whether and by what an item is found: `is_unindexed` in place of `trashed_at`. */
const WATCHED = ['name', 'owner_id', 'blob_id', 'category', 'is_unindexed'] as const

/** A removal marks its items; the lists and the search let go of them afterwards. */
export async function putAway(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await sql`alter table items add column is_unindexed integer not null default 0
    check (is_unindexed = 0 or trashed_at is not null)`.execute(db)
  if (kind === 'sqlite') {
    for (const [name] of LEFT_LATER) await db.schema.dropIndex(name).execute()
  }
  // Nothing that the search has let go of already is queued again.
  await dropTrigger(db, kind)
  await sql`update items set is_unindexed = 1 where trashed_at is not null`.execute(db)
  await (kind === 'sqlite' ? prepareSqlite(db) : watchPostgres(db))
}

const dropTrigger = (db: Kysely<unknown>, kind: DatabaseKind) =>
  sql`drop trigger items_search_update ${kind === 'postgres' ? sql`on items` : sql``}`.execute(db)

async function prepareSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of LEFT_LATER)
    await db.schema
      .createIndex(name)
      .on('items')
      .columns([...columns])
      .where(sql.ref('is_unindexed'), '=', sql.lit(0))
      .execute()
  // Empty most of the time: what is still to be put away.
  await db.schema
    .createIndex('items_pending_unindex')
    .on('items')
    .column('trashed_at')
    .where(sql.ref('trashed_at'), 'is not', null)
    .where(sql.ref('is_unindexed'), '=', sql.lit(0))
    .execute()
  const changed = WATCHED.map(column => `old.${column} is not new.${column}`).join(' or ')
  await sql`create trigger items_search_update after update of ${sql.raw(WATCHED.join(', '))}
    on items when ${sql.raw(changed)}
    begin insert into search_queue (item_id) values (new.id); end`.execute(db)
}

async function watchPostgres(db: Kysely<unknown>): Promise<void> {
  const changed = WATCHED.map(column => `old.${column} is distinct from new.${column}`).join(' or ')
  await sql`create trigger items_search_update after update of ${sql.raw(WATCHED.join(', '))}
    on items for each row when (${sql.raw(changed)}) execute function search_enqueue()`.execute(db)
}
