import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseKind, Db } from '../../db/open.ts'
import { isListed, type Trees } from '../items/index.ts'
import { findFieldValues } from './indexing.repository.ts'
import type { Expression } from './search.tokens.ts'

export interface Candidate {
  entry_id: number
  id: string
  name: string
  type: 'file' | 'folder'
}

/** What the index can't narrow by. */
export interface Filters {
  trees: Trees
  documentType?: string | undefined
  subcategory?: string | undefined
  changedFrom?: number | undefined
  changedBefore?: number | undefined
  minSize?: number | undefined
  maxSize?: number | undefined
  /** The folder below which it lies. */
  below?: string | undefined
}

export interface Source {
  db: Db
  databaseKind: DatabaseKind
}

/** Where the words are looked up: in names, or in names and texts together. */
export type Field = 'names' | 'contents'

const TABLES = { names: 'search_names', contents: 'search_contents' } as const
const COLUMNS = { names: 'entries.words', contents: 'entries.text_words' } as const

/** As many of the newest hits are looked at where the index can't narrow by everything asked for. */
const LOOKED_AT = 50_000

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

/** The newest live items that meet an expression, and whether these are all that do. */
export async function findCandidates(
  { db, databaseKind }: Source,
  field: Field,
  expression: Expression,
  filters: Filters,
  limit: number,
): Promise<{ rows: Candidate[]; isAll: boolean }> {
  const query =
    databaseKind === 'postgres'
      ? onPostgres(db, field, tsQuery(expression), filters, limit)
      : onSqlite(db, field, ftsQuery(expression), filters, limit)
  const { rows } = await query.execute(db)
  return {
    rows: rows.map(row => ({ ...row, entry_id: Number(row.entry_id) })),
    isAll: rows.length < limit && !hasFilters(filters),
  }
}

/** Read from the index's end on until there are enough; the order of the joins is the point. */
function onSqlite(db: Db, field: Field, query: string, filters: Filters, limit: number) {
  const table = sql.table(TABLES[field])
  const hits = hasFilters(filters)
    ? sql`(select rowid from ${table} where ${table} match ${query}
        order by rowid desc limit ${LOOKED_AT}) as hits`
    : sql`${table} as hits`
  const matches = hasFilters(filters) ? sql`` : sql`hits.${table} match ${query} and`
  return sql<Candidate>`
    ${belowOf(db, filters)}
    select entries.id as entry_id, items.id, items.name, items.type
    from ${hits}
    cross join search_entries as entries on entries.id = hits.rowid
    cross join items on items.id = entries.item_id
    where ${matches} ${conditions(filters)}
    order by hits.rowid desc limit ${limit}`
}

function onPostgres(db: Db, field: Field, query: string, filters: Filters, limit: number) {
  return sql<Candidate>`
    ${belowOf(db, filters)}
    select entries.id as entry_id, items.id, items.name, items.type
    from search_entries as entries
    join items on items.id = entries.item_id
    where ${sql.raw(COLUMNS[field])} @@ ${query}::tsquery and ${conditions(filters)}
    order by entries.id desc limit ${limit}`
}

const hasFilters = ({ trees, ...others }: Filters): boolean =>
  Object.values(others).some(value => value !== undefined)

/** The live folders from one on downwards. */
const belowOf = (db: Db, { below }: Filters): RawBuilder<unknown> =>
  below === undefined
    ? sql``
    : sql`with recursive tree(id) as (
        select id from items where id = ${below}
        union all
        select items.id from items join tree on items.parent_id = tree.id
        where items.type = 'folder' and ${isListed(db)}
      )`

/** Judged by the items: what the index says may be a second old. */
function liesIn({ ownerId, teamIds }: Trees): RawBuilder<SqlBool> {
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
    liesIn(trees),
    documentType !== undefined && sql`items.document_type_id = ${documentType}`,
    subcategory !== undefined && sql`items.subcategory_id = ${subcategory}`,
    changedFrom !== undefined && sql`items.updated_at >= ${changedFrom}`,
    changedBefore !== undefined && sql`items.updated_at < ${changedBefore}`,
    minSize !== undefined && sql`items.size_bytes >= ${minSize}`,
    maxSize !== undefined && sql`items.size_bytes <= ${maxSize}`,
    (minSize !== undefined || maxSize !== undefined) && sql`items.type = 'file'`,
    below !== undefined && sql`items.parent_id in (select id from tree)`,
  ]
  return sql.join(
    all.filter(condition => condition !== false),
    sql` and `,
  )
}

/** The words of any names that share one of these slips. */
export const findBySlips = (
  db: Db,
  slips: readonly number[],
  limit: number,
): Promise<{ word: string }[]> =>
  db
    .selectFrom('search_typo_keys')
    .innerJoin('search_vocabulary', 'search_vocabulary.id', 'search_typo_keys.word_id')
    .select('search_vocabulary.word')
    .distinct()
    .where('slip', 'in', slips)
    .orderBy('search_vocabulary.word')
    .limit(limit)
    .execute()

/** What these items say to the fields of their document types, then what was read out of their contents. */
export async function findTexts(db: Db, itemIds: readonly string[]): Promise<Map<string, string>> {
  const said = await findFieldValues(db, itemIds)
  const rows = await db
    .selectFrom('items')
    .leftJoin('search_texts', 'search_texts.blob_id', 'items.blob_id')
    .select(['items.id', 'search_texts.text'])
    .where('items.id', 'in', itemIds)
    .execute()
  return new Map(
    rows.map(({ id, text }) => [id, [said.get(id)?.join(' · '), text].filter(Boolean).join('\n')]),
  )
}

/** Folders of a name, one's own before those of others. */
export const findFoldersNamed = (db: Db, trees: Trees, key: string): Promise<{ id: string }[]> =>
  db
    .selectFrom('items')
    .select('id')
    .where(liesIn(trees))
    .where('type', '=', 'folder')
    .where('trashed_at', 'is', null)
    .where('name_key', '=', key)
    .orderBy(sql`case when items.owner_id = ${trees.ownerId} then 0 else 1 end`)
    .orderBy('id')
    .limit(2)
    .execute()
