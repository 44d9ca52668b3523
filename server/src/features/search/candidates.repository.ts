import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseKind, Db } from '../../db/open.ts'
import { foldersBelow, hasFilters, type Trees } from '../items/index.ts'
import { findFieldValues } from './indexing.repository.ts'
import type { Expression } from './search.tokens.ts'

export interface Candidate {
  entry_id: number
  id: string
  name: string
  type: 'file' | 'folder'
}

/** Filters that are not part of the index. */
export interface Filters {
  trees: Trees
  documentType?: string | undefined
  subcategory?: string | undefined
  changedFrom?: number | undefined
  changedBefore?: number | undefined
  minSize?: number | undefined
  maxSize?: number | undefined
  /** Only items below this folder. */
  below?: string | undefined
}

export interface Source {
  db: Db
  databaseKind: DatabaseKind
}

/** The index to search: names only, or names and texts. */
export type Field = 'names' | 'contents'

const TABLES = { names: 'search_names', contents: 'search_contents' } as const
const COLUMNS = { names: 'entries.words', contents: 'entries.text_words' } as const

/** Maximum newest hits of the index that are checked against filters outside it. */
const MAX_SCANNED_HITS = 50_000

const ftsQuery = (expression: Expression): string =>
  expression
    .map(clause => {
      const tokens = clause.map(({ text, isPrefix }) => `"${text}"${isPrefix ? ' *' : ''}`)
      return `(${tokens.join(' OR ')})`
    })
    .join(' AND ')

const tsQuery = (expression: Expression): string =>
  expression
    .map(clause => {
      const tokens = clause.map(({ text, isPrefix }) => `'${text}'${isPrefix ? ':*' : ''}`)
      return `(${tokens.join(' | ')})`
    })
    .join(' & ')

/** Returns the newest items outside the trash that match, and whether these are all matches. */
export async function findCandidates(
  { db, databaseKind }: Source,
  field: Field,
  expression: Expression,
  filters: Filters,
  limit: number,
): Promise<{ rows: Candidate[]; isComplete: boolean }> {
  const query =
    databaseKind === 'postgres'
      ? onPostgres(db, field, tsQuery(expression), filters, limit)
      : onSqlite(db, field, ftsQuery(expression), filters, limit)
  const { rows } = await query.execute(db)
  return {
    rows: rows.map(row => ({ ...row, entry_id: Number(row.entry_id) })),
    isComplete: rows.length < limit && !hasFilters(filters),
  }
}

/** Reads the index from its end until there are enough hits; `cross join` fixes the join order. */
function onSqlite(db: Db, field: Field, query: string, filters: Filters, limit: number) {
  const table = sql.table(TABLES[field])
  const hits = hasFilters(filters)
    ? sql`(select rowid from ${table} where ${table} match ${query}
        order by rowid desc limit ${MAX_SCANNED_HITS}) as hits`
    : sql`${table} as hits`
  const matches = hasFilters(filters) ? sql`` : sql`hits.${table} match ${query} and`
  return sql<Candidate>`
    ${subtree(db, filters.below)}
    select entries.id as entry_id, items.id, items.name, items.type
    from ${hits}
    cross join search_entries as entries on entries.id = hits.rowid
    cross join items on items.id = entries.item_id
    where ${matches} ${conditions(filters)}
    order by hits.rowid desc limit ${limit}`
}

function onPostgres(db: Db, field: Field, query: string, filters: Filters, limit: number) {
  return sql<Candidate>`
    ${subtree(db, filters.below)}
    select entries.id as entry_id, items.id, items.name, items.type
    from search_entries as entries
    join items on items.id = entries.item_id
    where ${sql.raw(COLUMNS[field])} @@ ${query}::tsquery and ${conditions(filters)}
    order by entries.id desc limit ${limit}`
}

/** The table `below` of the folder to search in, if any, and the folders below it. */
const subtree = (db: Db, below: string | undefined): RawBuilder<unknown> =>
  below === undefined ? sql`` : sql`with recursive ${foldersBelow(db, below)}`

/** Checks the items table, because the index can lag behind by a second. */
function isInTrees({ ownerId, teamIds }: Trees): RawBuilder<SqlBool> {
  const isOwn = sql<SqlBool>`items.owner_id = ${ownerId}`
  return teamIds.length === 0
    ? isOwn
    : sql<SqlBool>`(${isOwn} or items.team_id in (${sql.join(teamIds)}))`
}

function conditions(filters: Filters): RawBuilder<unknown> {
  const { trees, documentType, subcategory, below } = filters
  const { changedFrom, changedBefore, minSize, maxSize } = filters
  const all = [
    sql`items.trashed_at is null`,
    isInTrees(trees),
    documentType !== undefined && sql`items.document_type_id = ${documentType}`,
    subcategory !== undefined && sql`items.subcategory_id = ${subcategory}`,
    changedFrom !== undefined && sql`items.updated_at >= ${changedFrom}`,
    changedBefore !== undefined && sql`items.updated_at < ${changedBefore}`,
    minSize !== undefined && sql`items.size_bytes >= ${minSize}`,
    maxSize !== undefined && sql`items.size_bytes <= ${maxSize}`,
    (minSize !== undefined || maxSize !== undefined) && sql`items.type = 'file'`,
    below !== undefined && sql`items.parent_id in (select id from below)`,
  ]
  return sql.join(
    all.filter(condition => condition !== false),
    sql` and `,
  )
}

/** Returns words of names that share one of these typo keys. */
export const findWordsByTypoKeys = (
  db: Db,
  typoKeys: readonly number[],
  limit: number,
): Promise<{ word: string }[]> =>
  db
    .selectFrom('search_typo_keys')
    .innerJoin('search_vocabulary', 'search_vocabulary.id', 'search_typo_keys.word_id')
    .select('search_vocabulary.word')
    .distinct()
    .where('slip', 'in', typoKeys)
    .orderBy('search_vocabulary.word')
    .limit(limit)
    .execute()

/**
 * Returns the searchable text of items: document values, if wanted, then extracted text.
 * @param maxLength maximum characters of each extracted text
 */
export async function findTexts(
  db: Db,
  itemIds: readonly string[],
  { hasValues, maxLength }: { hasValues: boolean; maxLength: number },
): Promise<Map<string, string>> {
  const values = await findFieldValues(db, hasValues ? itemIds : [])
  const rows = await db
    .selectFrom('items')
    .leftJoin('search_texts', 'search_texts.blob_id', 'items.blob_id')
    .select('items.id')
    .select(sql<string | null>`substr(search_texts.text, 1, ${maxLength})`.as('text'))
    .where('items.id', 'in', itemIds)
    .execute()
  return new Map(
    rows.map(({ id, text }) => [
      id,
      [values.get(id)?.join(' · '), text].filter(Boolean).join('\n'),
    ]),
  )
}

/** Returns up to two folders with a name; the actor's own come first. */
export async function findFoldersNamed(
  db: Db,
  { trees, below }: Pick<Filters, 'trees' | 'below'>,
  key: string,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    ${subtree(db, below)}
    select items.id from items
    where ${isInTrees(trees)} and items.type = 'folder' and items.trashed_at is null
      and items.name_key = ${key}
      and ${below === undefined ? sql`true` : sql`items.id in (select id from below)`}
    order by case when items.owner_id = ${trees.ownerId} then 0 else 1 end, items.id
    limit 2`.execute(db)
  return rows
}
