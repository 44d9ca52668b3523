import { MAX_COUNTED } from '@coffer/contract/admin-list'
import type { AuditQuery } from '@coffer/contract/audit'
import { type PageQuery, rowsOf } from '@coffer/contract/resource'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { countCapped, inOrder, type Rows, readPageKeys, type Total } from '../../db/deep-page.ts'
import { type Db, hasRowLocks } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import type { AuditEntryRow } from '../../db/schema-audit.ts'

export type AuditFilter = Pick<
  AuditQuery,
  'category' | 'actor' | 'actor_type' | 'target' | 'ip' | 'at_from' | 'at_to' | 'query'
>

/** The last character in the order of code points; ends a range of texts with one beginning. */
const LAST = '\u{10ffff}'

type Entries = ExpressionBuilder<Schema, 'audit_entries'>
type SearchedColumn = 'actor_key' | 'target_key' | 'ip'
const SEARCHED: readonly SearchedColumn[] = ['actor_key', 'target_key', 'ip']

const beginsWith = (eb: Entries, column: SearchedColumn, text: string) =>
  eb.and([eb(column, '>=', text), eb(column, '<', `${text}${LAST}`)])

/**
 * The numbers of the entries that a search finds, each part by its own index. Parts that find more
 * than is counted are cut, because such a search reads along the order instead.
 */
const foundByIndexes = (db: Db, text: string) => {
  const some = (find: (eb: Entries) => Expression<SqlBool>) =>
    db
      .selectFrom(
        db
          .selectFrom('audit_entries')
          .select('seq')
          .where(find)
          .limit(MAX_COUNTED + 1)
          .as('some'),
      )
      .select('seq')
  return some(eb => beginsWith(eb, 'actor_key', text))
    .union(some(eb => beginsWith(eb, 'target_key', text)))
    .union(some(eb => beginsWith(eb, 'ip', text)))
    .union(some(eb => eb('request_id', '=', text)))
}

/** Without an index, for searches that find so much that reading along the order is quicker. */
const foundByReading = (eb: Entries, text: string) =>
  eb.or(
    SEARCHED.map(column => {
      const value = sql<string>`coalesce(${sql.ref(column)}, '')`
      return eb.and([eb(value, '>=', text), eb(value, '<', `${text}${LAST}`)])
    }),
  )

const hasFilters = (filter: AuditFilter): boolean =>
  [filter.category, filter.actor, filter.actor_type, filter.target, filter.ip].some(Boolean) ||
  filter.at_from !== undefined ||
  filter.at_to !== undefined

export const isFiltered = (filter: AuditFilter): boolean =>
  filter.query !== '' || hasFilters(filter)

const EQUALS = {
  category: 'category',
  actor: 'actor_id',
  actor_type: 'actor_type',
  target: 'target_id',
  ip: 'ip',
} as const

interface Plan {
  /** Whether the search finds so few entries that its indexes are used. */
  isSearchFew: boolean
  /** Whether so many entries match that reading along the order is quicker than the filters. */
  alongOrder: boolean
}

function matching(db: Db, filter: AuditFilter, { isSearchFew, alongOrder }: Plan) {
  const text = filter.query.toLowerCase()
  // SQLite uses no index for `+column`; PostgreSQL decides by its statistics.
  const prefix = alongOrder && !hasRowLocks(db) ? sql`+` : sql``
  let rows = db.selectFrom('audit_entries')
  for (const [name, column] of Object.entries(EQUALS)) {
    const value = filter[name as keyof typeof EQUALS]
    if (value) rows = rows.where(sql`${prefix}${sql.ref(column)}`, '=', value)
  }
  if (filter.at_from !== undefined) rows = rows.where('at', '>=', filter.at_from)
  if (filter.at_to !== undefined) rows = rows.where('at', '<=', filter.at_to)
  if (text && isSearchFew) rows = rows.where('seq', 'in', foundByIndexes(db, text))
  if (text && !isSearchFew) rows = rows.where(eb => foundByReading(eb, text))
  return rows
}

/** The number of all entries, from the ends of the log. */
export async function countAll(db: Db): Promise<{ first: number; last: number }> {
  const { anchor_seq, last_seq } = await db
    .selectFrom('audit_chain')
    .select(['anchor_seq', 'last_seq'])
    .executeTakeFirstOrThrow()
  return { first: anchor_seq + 1, last: last_seq }
}

export interface Matches {
  total: Total
  isSearchFew: boolean
}

/** Counts the entries that match, up to a limit. */
export async function countMatches(db: Db, filter: AuditFilter): Promise<Matches> {
  const text = filter.query.toLowerCase()
  const textMatches: Total = text
    ? await countCapped(db, db.selectFrom(foundByIndexes(db, text).as('found')) as unknown as Rows)
    : { rows: 0, isCapped: false }
  const isSearchFew = !textMatches.isCapped
  if (text && !hasFilters(filter)) return { total: textMatches, isSearchFew }
  const rows = matching(db, filter, { isSearchFew, alongOrder: false })
  return { total: await countCapped(db, rows as unknown as Rows), isSearchFew }
}

const ORDERS = {
  at: ['at', 'seq'],
  user: ['actor_key', 'seq'],
  action: ['action', 'seq'],
} as const

export interface AuditPage extends PageQuery {
  sort: keyof typeof ORDERS
  direction: 'asc' | 'desc'
}

/** Numbers have no gaps, so a page of all entries is a range of them, however deep it lies. */
function numbersOfPage({ first, last }: { first: number; last: number }, page: AuditPage) {
  const { offset, limit } = rowsOf(page)
  const length = Math.max(0, Math.min(limit, last - first + 1 - offset))
  const start = page.direction === 'asc' ? first + offset : last - offset
  const step = page.direction === 'asc' ? 1 : -1
  return Array.from({ length }, (_, index) => String(start + step * index))
}

const loadEntries = (db: Db, numbers: readonly string[]): Promise<AuditEntryRow[]> =>
  db.selectFrom('audit_entries').selectAll().where('seq', 'in', numbers.map(Number)).execute()

/** Reads a page of the entries that match. */
export async function readPage(
  db: Db,
  filter: AuditFilter,
  page: AuditPage,
  { total, isSearchFew, ...ends }: Matches & { first: number; last: number },
): Promise<AuditEntryRow[]> {
  const isSimple = page.sort === 'at' && !isFiltered(filter)
  const numbers = isSimple
    ? numbersOfPage(ends, page)
    : await readPageKeys(
        matching(db, filter, {
          isSearchFew,
          alongOrder: total.isCapped && page.sort !== 'at',
        }) as unknown as Rows,
        'seq',
        { columns: ORDERS[page.sort], direction: page.direction },
        page,
        total,
      )
  if (numbers.length === 0) return []
  return inOrder(numbers, await loadEntries(db, numbers), row => String(row.seq))
}

export interface Position {
  at: number
  seq: number
}

/** Reads matching entries in the order of time after a position, for exports. */
export function readAfter(
  db: Db,
  filter: AuditFilter,
  direction: 'asc' | 'desc',
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<AuditEntryRow[]> {
  let rows = matching(db, filter, { isSearchFew: false, alongOrder: false })
  const beyond = direction === 'asc' ? '>' : '<'
  if (after)
    rows = rows.where(
      sql<SqlBool>`(at, seq) ${sql.raw(beyond)} (${sql.val(after.at)}, ${sql.val(after.seq)})`,
    )
  return rows.selectAll().orderBy('at', direction).orderBy('seq', direction).limit(limit).execute()
}

interface ActivityQuery {
  userId: string
  before: number | undefined
  limit: number
}

/** Reads the latest entries by or about a user, each kind along its own index. */
export async function readActivity(
  db: Db,
  { userId, before, limit }: ActivityQuery,
): Promise<AuditEntryRow[]> {
  const latest = (column: 'actor_id' | 'target_id') => {
    const rows = db.selectFrom('audit_entries').select(['at', 'seq']).where(column, '=', userId)
    const older = before === undefined ? rows : rows.where('seq', '<', before)
    const ordered = older.orderBy('at', 'desc').orderBy('seq', 'desc').limit(limit)
    return db.selectFrom(ordered.as('latest')).select('seq')
  }
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('seq', 'in', latest('actor_id').union(latest('target_id')))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

/** Reads the ends of the log. */
export const readChain = (db: Db) =>
  db.selectFrom('audit_chain').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()

export const readFrom = (db: Db, seq: number, limit: number): Promise<AuditEntryRow[]> =>
  db
    .selectFrom('audit_entries')
    .selectAll()
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()

/** The last of at most `limit` entries that are older than a time, from the beginning of the log. */
export const findLastBefore = (
  db: Db,
  { from, before, limit }: { from: number; before: number; limit: number },
): Promise<Pick<AuditEntryRow, 'seq' | 'hash' | 'at'> | undefined> =>
  db
    .selectFrom('audit_entries')
    .select(['seq', 'hash', 'at'])
    .where('seq', '<', from + limit)
    // Entries before one that stays would leave a gap.
    .where('seq', '<', eb =>
      eb
        .selectFrom('audit_entries as kept')
        .select(sql<number>`coalesce(min(kept.seq), ${sql.val(from + limit)})`.as('seq'))
        .where('kept.seq', '<', from + limit)
        .where('kept.at', '>=', before),
    )
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Deletes entries up to a number and moves the anchor there. Expects `lockChain`. */
export async function deleteUpTo(
  tx: Db,
  { seq, hash }: Pick<AuditEntryRow, 'seq' | 'hash'>,
): Promise<void> {
  await tx.deleteFrom('audit_entries').where('seq', '<=', seq).execute()
  await tx
    .updateTable('audit_chain')
    .set({ anchor_seq: seq, anchor_hash: hash })
    .where('id', '=', 1)
    .execute()
}

/** Reads the ends of the log and keeps others from moving them until the transaction ends. */
export const lockChain = (tx: Db) => {
  const query = tx.selectFrom('audit_chain').selectAll().where('id', '=', 1)
  return (hasRowLocks(tx) ? query.forUpdate() : query).executeTakeFirstOrThrow()
}

/** Up to which number retention has deleted entries, as the log itself states; 0 if it never did. */
export async function findTrimmedTo(db: Db): Promise<number> {
  const entry = await db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', 'audit.trimmed')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { last_number: number = 0 } = JSON.parse(entry?.after ?? '{}') as { last_number?: number }
  return number
}
