import { type RawBuilder, sql } from 'kysely'
import type { DatabaseKind, Db } from '../../db/open.ts'

/** A queued item in its current state; `name` is null when it was deleted. */
export interface QueuedItem {
  queue_id: number
  item_id: string
  owner_id: string | null
  team_id: string | null
  parent_id: string | null
  type: 'file' | 'folder' | null
  name: string | null
  category: string | null
  mimetype: string | null
  blob_id: string | null
  size_bytes: number | null
  is_unindexed: 0 | 1 | null
  entry_id: number | null
  entry_blob_id: string | null
  was_read: 0 | 1
  /** 1 when its content has text. */
  has_text: 0 | 1
}

/**
 * Lets only one process at a time index on PostgreSQL, so that newer entries have higher ids.
 * @returns false when another process is indexing
 */
export async function lockSearchQueue(tx: Db, kind: DatabaseKind): Promise<boolean> {
  if (kind !== 'postgres') return true
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${SEARCH_LOCK}) as held`.execute(tx)
  return rows[0]?.held === true
}
const SEARCH_LOCK = 3_512_001

export async function hasQueuedItems(db: Db): Promise<boolean> {
  const row = await db.selectFrom('search_queue').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** Returns the oldest queued items with their current state and index entry. */
export const findQueuedItems = async (tx: Db, limit: number): Promise<QueuedItem[]> => {
  const rows = await tx
    .selectFrom(tx.selectFrom('search_queue').selectAll().orderBy('id').limit(limit).as('queue'))
    .leftJoin('items', 'items.id', 'queue.item_id')
    .leftJoin('search_entries as entries', 'entries.item_id', 'queue.item_id')
    .leftJoin('search_texts as texts', 'texts.blob_id', 'items.blob_id')
    .select([
      'queue.id as queue_id',
      'queue.item_id',
      'items.owner_id',
      'items.team_id',
      'items.parent_id',
      'items.type',
      'items.name',
      'items.category',
      'items.mimetype',
      'items.blob_id',
      'items.size_bytes',
      'items.is_unindexed',
      'entries.id as entry_id',
      'entries.blob_id as entry_blob_id',
    ])
    .select(
      sql<0 | 1>`case when texts.blob_id is null or texts.tokens = '' then 0 else 1 end`.as(
        'has_text',
      ),
    )
    .select(sql<0 | 1>`case when texts.blob_id is null then 0 else 1 end`.as('was_read'))
    .orderBy('queue.id')
    .execute()
  const toNumber = (value: unknown) => (value === null ? null : Number(value))
  return rows.map(row => ({
    ...row,
    queue_id: Number(row.queue_id),
    entry_id: toNumber(row.entry_id),
  }))
}

/** Returns the document values of items, without booleans, which are meaningless alone. */
export async function findFieldValues(
  tx: Db,
  itemIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (itemIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('document_values')
    .select(['item_id', 'value'])
    .where('item_id', 'in', itemIds)
    .where('value', 'not in', ['true', 'false'])
    .orderBy('item_id')
    .orderBy('field_id')
    .execute()
  const byItem = Map.groupBy(rows, row => row.item_id)
  return new Map([...byItem].map(([id, values]) => [id, values.map(({ value }) => value)]))
}

/** Deletes by id instead of by range, because a smaller id can be committed later. */
export const deleteFromQueue = async (tx: Db, ids: readonly number[]): Promise<void> => {
  await tx.deleteFrom('search_queue').where('id', 'in', ids).execute()
}

/** Deletes entries and their tokens. */
export async function deleteEntries(
  tx: Db,
  kind: DatabaseKind,
  entryIds: readonly number[],
): Promise<void> {
  if (entryIds.length === 0) return
  if (kind === 'sqlite') await deleteTokens(tx, entryIds)
  await tx.deleteFrom('search_entries').where('id', 'in', entryIds).execute()
}

async function deleteTokens(tx: Db, entryIds: readonly number[]): Promise<void> {
  for (const table of ['search_names', 'search_contents'])
    await sql`delete from ${sql.table(table)} where rowid in (${sql.join(entryIds)})`.execute(tx)
}

/** @returns entry ids by item id */
export async function insertEntries(
  tx: Db,
  entries: readonly { item_id: string; blob_id: string | null }[],
): Promise<Map<string, number>> {
  if (entries.length === 0) return new Map()
  const rows = await tx
    .insertInto('search_entries')
    .values([...entries])
    .returning(['id', 'item_id'])
    .execute()
  return new Map(rows.map(row => [row.item_id, Number(row.id)]))
}

export interface IndexedEntry {
  entryId: number
  tokens: readonly string[]
  /** Tokens in addition to those of the content; null for items with only a name. */
  content: { blobId: string | null; tokens: readonly string[] } | null
}

/** Replaces the tokens of entries. */
export const writeTokens = (tx: Db, kind: DatabaseKind, entries: readonly IndexedEntry[]) =>
  kind === 'postgres' ? writeOnPostgres(tx, entries) : writeOnSqlite(tx, entries)

async function writeOnSqlite(tx: Db, entries: readonly IndexedEntry[]): Promise<void> {
  await deleteTokens(
    tx,
    entries.map(entry => entry.entryId),
  )
  const rows = entries.map(({ entryId, tokens }) => sql`(${entryId}, ${tokens.join(' ')})`)
  await sql`insert into search_names (rowid, words) values ${sql.join(rows)}`.execute(tx)
  const contents = contentRows(entries)
  if (contents.length === 0) return
  await sql`
    with new_rows(entry_id, blob_id, tokens) as (values ${sql.join(contents)})
    insert into search_contents (rowid, words)
    select new_rows.entry_id, new_rows.tokens || ' ' || coalesce(texts.tokens, '')
    from new_rows left join search_texts as texts on texts.blob_id = new_rows.blob_id`.execute(tx)
}

async function writeOnPostgres(tx: Db, entries: readonly IndexedEntry[]): Promise<void> {
  const rows = entries.map(
    ({ entryId, tokens }) => sql`(${entryId}::bigint, ${tokens.join(' ')}::text)`,
  )
  await sql`
    with new_rows(entry_id, tokens) as (values ${sql.join(rows)})
    update search_entries
    set words = array_to_tsvector(string_to_array(new_rows.tokens, ' ')), text_words = null
    from new_rows where search_entries.id = new_rows.entry_id`.execute(tx)
  const contents = contentRows(entries)
  if (contents.length === 0) return
  await sql`
    with new_rows(entry_id, blob_id, tokens) as (values ${sql.join(contents)})
    update search_entries
    set text_words = array_to_tsvector(
      string_to_array(trim(new_rows.tokens || ' ' || coalesce(texts.tokens, '')), ' '))
    from new_rows left join search_texts as texts on texts.blob_id = new_rows.blob_id
    where search_entries.id = new_rows.entry_id::bigint`.execute(tx)
}

const contentRows = (entries: readonly IndexedEntry[]): RawBuilder<unknown>[] =>
  entries.flatMap(({ entryId, content }) =>
    content
      ? [sql`(${entryId}, cast(${content.blobId} as text), ${content.tokens.join(' ')})`]
      : [],
  )

/** Inserts words into the vocabulary. @returns the new ones */
export async function insertWords(
  tx: Db,
  words: readonly string[],
): Promise<{ id: number; word: string }[]> {
  const rows = await tx
    .insertInto('search_vocabulary')
    .values(words.map(word => ({ word })))
    .onConflict(conflict => conflict.column('word').doNothing())
    .returning(['id', 'word'])
    .execute()
  return rows.map(({ id, word }) => ({ id: Number(id), word }))
}

export const insertTypoKeys = async (
  tx: Db,
  typoKeys: readonly { slip: number; word_id: number }[],
): Promise<void> => {
  await tx
    .insertInto('search_typo_keys')
    .values([...typoKeys])
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
