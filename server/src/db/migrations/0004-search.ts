import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** What is watched for: everything that decides whether and by what an item is found. */
const WATCHED = ['name', 'owner_id', 'blob_id', 'category', 'trashed_at'] as const

/** Everything that is searched in, and the queue of items whose entry is to be written anew. */
export async function createSearch(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const isPostgres = kind === 'postgres'
  const number: RawBuilder<unknown> = isPostgres
    ? sql`bigint generated always as identity primary key`
    : sql`integer primary key autoincrement`
  await sql`create table search_queue (id ${number}, item_id text not null)`.execute(db)
  await sql`create table search_entries (
    id ${number},
    item_id text not null unique,
    blob_id text
    ${isPostgres ? sql`, words tsvector, text_words tsvector` : sql``})`.execute(db)
  await db.schema
    .createTable('search_texts')
    .addColumn('blob_id', 'text', c => c.primaryKey().references('blobs.id').onDelete('cascade'))
    .addColumn('text', 'text', c => c.notNull())
    .addColumn('tokens', 'text', c => c.notNull())
    .execute()
  await sql`create table search_vocabulary (id ${number}, word text not null unique)`.execute(db)
  await sql`create table search_typo_keys (
    slip integer not null, word_id bigint not null, primary key (slip, word_id)
    )${isPostgres ? sql`` : sql` without rowid`}`.execute(db)
  await (isPostgres ? preparePostgres(db) : prepareSqlite(db))
  await sql`insert into search_queue (item_id)
    select id from items where parent_id is not null and trashed_at is null
    order by created_at, id`.execute(db)
}

/** The words come ready made (search.words.ts): the tokenizer only splits them at spaces. */
const TOKENS = `tokenize="ascii tokenchars '-<^=~#@._'"`

async function prepareSqlite(db: Kysely<unknown>): Promise<void> {
  for (const table of ['search_names', 'search_contents'])
    await sql`create virtual table ${sql.table(table)} using fts5(
      words, content='', contentless_delete=1, detail=none, ${sql.raw(TOKENS)})`.execute(db)
  const changed = sql.raw(WATCHED.map(column => `old.${column} is not new.${column}`).join(' or '))
  const watched = sql.raw(WATCHED.join(', '))
  await sql`create trigger items_search_insert after insert on items
    when new.parent_id is not null
    begin insert into search_queue (item_id) values (new.id); end`.execute(db)
  await sql`create trigger items_search_update after update of ${watched} on items
    when ${changed}
    begin insert into search_queue (item_id) values (new.id); end`.execute(db)
  await sql`create trigger items_search_delete after delete on items
    begin insert into search_queue (item_id) values (old.id); end`.execute(db)
}

async function preparePostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create index search_entries_words on search_entries using gin (words)`.execute(db)
  await sql`create index search_entries_text on search_entries using gin (text_words)`.execute(db)
  await sql`create function search_enqueue() returns trigger language plpgsql as $$
    begin
      insert into search_queue (item_id)
      values (case when tg_op = 'DELETE' then old.id else new.id end);
      return null;
    end $$`.execute(db)
  const changed = sql.raw(
    WATCHED.map(column => `old.${column} is distinct from new.${column}`).join(' or '),
  )
  const watched = sql.raw(WATCHED.join(', '))
  await sql`create trigger items_search_insert after insert on items
    for each row when (new.parent_id is not null) execute function search_enqueue()`.execute(db)
  await sql`create trigger items_search_update after update of ${watched} on items
    for each row when (${changed}) execute function search_enqueue()`.execute(db)
  await sql`create trigger items_search_delete after delete on items
    for each row execute function search_enqueue()`.execute(db)
}
