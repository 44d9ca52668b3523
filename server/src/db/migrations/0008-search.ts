import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** The search index, and the queue of items whose entry has to be rewritten. */
export async function createSearch(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  await createSearchTables(db, kind)
  if (kind === 'postgres') {
    await createTextIndexes(db)
    await createPostgresTriggers(db)
  } else {
    await createFullTextTables(db)
    await createSqliteTriggers(db)
  }
}

async function createSearchTables(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
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
}

/** `search.words.ts` prepares the words; the tokenizer only splits them at spaces. */
const TOKENIZER = `tokenize="ascii tokenchars '-<^=~#@._'"`

async function createFullTextTables(db: Kysely<unknown>): Promise<void> {
  for (const table of ['search_names', 'search_contents'])
    await sql`create virtual table ${sql.table(table)} using fts5(
      words, content='', contentless_delete=1, detail=none, ${sql.raw(TOKENIZER)})`.execute(db)
}

async function createTextIndexes(db: Kysely<unknown>): Promise<void> {
  await sql`create index search_entries_words on search_entries using gin (words)`.execute(db)
  await sql`create index search_entries_text on search_entries using gin (text_words)`.execute(db)
}

/** The columns that decide whether, by what and by whom an item can be found. */
const WATCHED = ['name', 'owner_id', 'team_id', 'blob_id', 'category', 'is_unindexed'] as const

/** The column list of an update trigger and the condition that one of them changed. */
function watchedColumns(kind: DatabaseKind) {
  const differs = kind === 'sqlite' ? 'is not' : 'is distinct from'
  const conditions = WATCHED.map(column => `old.${column} ${differs} new.${column}`)
  return { watched: sql.raw(WATCHED.join(', ')), changed: sql.raw(conditions.join(' or ')) }
}

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const { watched, changed } = watchedColumns('sqlite')
  await sql`create trigger items_search_insert after insert on items
    when new.parent_id is not null
    begin insert into search_queue (item_id) values (new.id); end`.execute(db)
  await sql`create trigger items_search_update after update of ${watched} on items
    when ${changed}
    begin insert into search_queue (item_id) values (new.id); end`.execute(db)
  await sql`create trigger items_search_delete after delete on items
    begin insert into search_queue (item_id) values (old.id); end`.execute(db)
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`create trigger ${sql.raw(`document_values_search_${event}`)}
      after ${sql.raw(event)} on document_values
      begin insert into search_queue (item_id) values (${sql.raw(row)}.item_id); end`.execute(db)
}

async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  const { watched, changed } = watchedColumns('postgres')
  await createQueueFunction(db, 'search_enqueue', 'id')
  await sql`create trigger items_search_insert after insert on items
    for each row when (new.parent_id is not null) execute function search_enqueue()`.execute(db)
  await sql`create trigger items_search_update after update of ${watched} on items
    for each row when (${changed}) execute function search_enqueue()`.execute(db)
  await sql`create trigger items_search_delete after delete on items
    for each row execute function search_enqueue()`.execute(db)
  await createQueueFunction(db, 'search_enqueue_value', 'item_id')
  await sql`create trigger document_values_search
    after insert or update or delete on document_values
    for each row execute function search_enqueue_value()`.execute(db)
}

async function createQueueFunction(
  db: Kysely<unknown>,
  name: string,
  idColumn: string,
): Promise<void> {
  const id = sql.raw(idColumn)
  await sql`create function ${sql.raw(name)}() returns trigger language plpgsql as $$
    begin
      insert into search_queue (item_id)
      values (case when tg_op = 'DELETE' then old.${id} else new.${id} end);
      return null;
    end $$`.execute(db)
}
