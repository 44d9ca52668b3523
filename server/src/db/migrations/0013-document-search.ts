import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** What items say to the fields of their document types is searched in too. */
export async function searchDocuments(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await (kind === 'postgres' ? onPostgres(db) : onSqlite(db))
  await sql`insert into search_queue (item_id)
    select distinct item_id from document_values order by item_id`.execute(db)
}

async function onSqlite(db: Kysely<unknown>): Promise<void> {
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`create trigger ${sql.raw(`document_values_search_${event}`)}
      after ${sql.raw(event)} on document_values
      begin insert into search_queue (item_id) values (${sql.raw(row)}.item_id); end`.execute(db)
}

async function onPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function search_enqueue_value() returns trigger language plpgsql as $$
    begin
      insert into search_queue (item_id)
      values (case when tg_op = 'DELETE' then old.item_id else new.item_id end);
      return null;
    end $$`.execute(db)
  await sql`create trigger document_values_search
    after insert or update or delete on document_values
    for each row execute function search_enqueue_value()`.execute(db)
}
