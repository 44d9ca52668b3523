import { setImmediate as nextTick } from 'node:timers/promises'
import { MAX_COUNTED } from '@coffer/contract/admin-list'
import { type PageQuery, rowsOf } from '@coffer/contract/resource'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './open.ts'

/** Filtered rows of any tables, without columns, order and limit. */
// biome-ignore lint/suspicious/noExplicitAny: the helper works on the rows of any table.
export type Rows = SelectQueryBuilder<any, any, any>

export interface Total {
  /** `MAX_COUNTED` when capped. */
  rows: number
  /** Whether more rows match than were counted. */
  isCapped: boolean
}

/** Counts matching rows, but stops above `MAX_COUNTED`, so that counting never takes long. */
export async function countCapped(db: Db, matching: Rows): Promise<Total> {
  const some = matching.select(sql`1`.as('one')).limit(MAX_COUNTED + 1)
  const { total } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows: Math.min(Number(total), MAX_COUNTED), isCapped: Number(total) > MAX_COUNTED }
}

export interface ListOrder {
  /**
   * Columns or expressions that are never null. An index has exactly these columns; the last one is
   * the id, which makes the order unambiguous.
   */
  columns: readonly (string | RawBuilder<unknown>)[]
  direction: 'asc' | 'desc'
}

const columnRef = (column: ListOrder['columns'][number]): RawBuilder<unknown> =>
  typeof column === 'string' ? sql.ref(column) : column

export const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

interface Range {
  offset: number
  limit: number
}

/** Whether a range of an exactly counted list is read from its end, and what to skip there. */
export function nearerEnd({ offset, limit }: Range, total: number) {
  const fromEnd = Math.max(0, total - offset - limit)
  return fromEnd < offset ? { isBackwards: true, offset: fromEnd } : { isBackwards: false, offset }
}

/**
 * Reads the keys of a page along an index of the order, from the end that is nearer. The caller then
 * loads the rows of these few keys (`inOrder`), so that skipped rows are never read.
 */
export async function readPageKeys(
  matching: Rows,
  key: string,
  { columns, direction }: ListOrder,
  query: PageQuery,
  total: Total,
): Promise<string[]> {
  const { offset, limit } = rowsOf(query)
  const length = Math.min(limit, total.rows - offset)
  if (length <= 0) return []
  const range = { offset, limit: length }
  const start = total.isCapped ? { ...range, isBackwards: false } : nearerEnd(range, total.rows)
  const read = start.isBackwards ? OPPOSITE[direction] : direction
  let page = matching.select(sql.ref<string>(key).as('key'))
  for (const column of columns) page = page.orderBy(columnRef(column), read)
  const rows = await page.limit(length).offset(start.offset).execute()
  const keys = rows.map(row => String(row.key))
  return start.isBackwards ? keys.reverse() : keys
}

/** Puts the loaded rows into the order of their keys; rows deleted meanwhile are missing. */
export function inOrder<R>(
  keys: readonly string[],
  rows: readonly R[],
  keyOf: (row: R) => string,
): R[] {
  const byKey = new Map(rows.map(row => [keyOf(row), row]))
  return keys.flatMap(key => byKey.get(key) ?? [])
}

interface PageReader<R> {
  /** The column of the row's `id`. */
  key: string
  order: ListOrder
  /** Loads the rows of these ids, in any order. */
  load: (ids: readonly string[]) => Promise<R[]>
}

/** Reads a page of rows: first their ids along the order, then the rows themselves. */
export async function readDeepPage<R extends { id: string }>(
  matching: Rows,
  { key, order, load }: PageReader<R>,
  query: PageQuery,
  total: Total,
): Promise<R[]> {
  const ids = await readPageKeys(matching, key, order, query, total)
  return ids.length === 0 ? [] : inOrder(ids, await load(ids), row => row.id)
}

const BATCH_SIZE = 500

/**
 * Reads all rows of a list for exports, each batch after the last row of the one before, with a
 * turn for other requests in between.
 */
export async function* readAllRows<R extends { id: string }>(
  matching: Rows,
  { order: { columns, direction }, load }: PageReader<R>,
): AsyncGenerator<R[]> {
  const refs = columns.map(columnRef)
  const selected = refs.map((ref, index) => ref.as(`column_${index}`))
  const isAfter = sql.raw(direction === 'asc' ? '>' : '<')
  let ordered = matching.select(selected).limit(BATCH_SIZE)
  for (const ref of refs) ordered = ordered.orderBy(ref, direction)
  let batch = ordered
  for (;;) {
    const positions = (await batch.execute()).map(row => columns.map((_, i) => row[`column_${i}`]))
    const ids = positions.map(position => String(position.at(-1)))
    if (ids.length > 0) yield inOrder(ids, await load(ids), row => row.id)
    const last = positions.at(-1)
    if (ids.length < BATCH_SIZE || !last) return
    batch = ordered.where(sql<SqlBool>`(${sql.join(refs)}) ${isAfter} (${sql.join(last)})`)
    await nextTick()
  }
}
