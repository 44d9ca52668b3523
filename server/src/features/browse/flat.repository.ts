import type { ItemKind } from '@coffer/contract/browse'
import type { ItemType } from '@coffer/contract/items'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import {
  favouriteOf,
  foldersBelow,
  hasFilters,
  type ItemView,
  isListed,
  selectItemViews,
  type Trees,
} from '../items/index.ts'
import {
  type PageWindow,
  SORT_COLUMNS,
  type SortOrder,
  SQL_DIRECTIONS,
} from './browse.repository.ts'

/** Filters of a flat list; a missing one does not apply. */
export interface ListFilter {
  /** Null lists the items of all owners. */
  trees: Trees | null
  kind?: ItemKind | undefined
  documentType?: string | undefined
  subcategory?: string | undefined
  /** Lists trashed items instead of live ones. */
  isTrashed?: boolean
  /** The range of modification times, or of removal times in the trash. */
  from?: number | undefined
  to?: number | undefined
  /** Lists only what lies below this folder, at any depth. */
  below?: string | undefined
}

export interface Totals {
  folder: number
  file: number
}

/** Counts items across folders by adding up the counts that each folder keeps. */
export async function countAll(db: Db, trees: Trees): Promise<Totals> {
  const sum = (column: 'folder_count' | 'file_count') =>
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)`
  const folders = db
    .selectFrom('items')
    .where('items.type', '=', 'folder')
    .where(isListed(db))
    .select([sum('folder_count').as('folder'), sum('file_count').as('file')])
  const rows = await unionAllOf(withinEach(trees).map(within => within(folders))).execute()
  const total = (type: ItemType) => rows.reduce((count, row) => count + Number(row[type]), 0)
  // Team folders themselves are in no count of a listed folder.
  return { folder: total('folder') + trees.teamIds.length, file: total('file') }
}

/** Folders come before files. */
export const typesOf = ({ kind }: Pick<ListFilter, 'kind'>): ItemType[] =>
  kind === undefined ? ['folder', 'file'] : [kind === 'folder' ? 'folder' : 'file']

const isTrashedColumn = (isTrashed: boolean) =>
  sql<SqlBool>`items.trashed_at ${isTrashed ? sql`is not null` : sql`is null`}`

/** Items that match the filter. */
function matching(
  db: Db,
  { kind, isTrashed = false, from, to, ...filter }: ListFilter,
  liveness = isTrashedColumn(isTrashed),
) {
  const { documentType, subcategory, below } = filter
  const time = isTrashed ? 'items.trashed_at' : 'items.updated_at'
  let query = db.selectFrom('items').where(liveness)
  // An item with a category is a file; without a condition on its type the index of categories
  // covers the query.
  if (kind && kind !== 'folder') query = query.where('items.category', '=', kind)
  // Homes are not listed.
  else query = query.whereRef('items.id', '<>', 'items.owner_id')
  if (documentType) query = query.where('items.document_type_id', '=', documentType)
  if (subcategory) query = query.where('items.subcategory_id', '=', subcategory)
  if (from !== undefined) query = query.where(time, '>=', from)
  if (to !== undefined) query = query.where(time, '<=', to)
  if (below)
    query = query.where(
      'items.parent_id',
      'in',
      sql<string>`(with recursive ${foldersBelow(db, below, isTrashed)} select id from below)`,
    )
  return query
}

type Rows<O> = SelectQueryBuilder<Schema, 'items', O>
type Within = <O>(query: Rows<O>) => Rows<O>

/**
 * Conditions for each tree, because each has indexes of its own; teams share one when no order is
 * needed.
 */
function withinEach({ ownerId, teamIds }: Trees, teamsOf = [teamIds]): Within[] {
  const own: Within = query => query.where('items.owner_id', '=', ownerId ?? '')
  const ofTeams = teamsOf.filter(ids => ids.length > 0)
  return [
    ...(ownerId === null ? [] : [own]),
    ...ofTeams.map(
      (ids): Within =>
        query =>
          query.where('items.team_id', 'in', ids),
    ),
  ]
}

/** Trees do not overlap, so `union all` returns no duplicates. */
function unionAllOf<D, T extends keyof D, O>([first, ...others]: readonly SelectQueryBuilder<
  D,
  T,
  O
>[]): SelectQueryBuilder<D, T, O> {
  if (!first) throw new Error('unionAllOf needs at least one query')
  return others.reduce((query, other) => query.unionAll(other), first)
}

/** Uses the indexes that begin with an owner or team, also for the items of all owners. */
function inTrees(db: Db, filter: ListFilter): Rows<object>[] {
  const { trees } = filter
  const query = matching(db, filter)
  return trees === null
    ? [query.where('items.owner_id', 'in', db.selectFrom('users').select('users.id'))]
    : withinEach(trees).map(within => within(query))
}

/** Counts the folders and files that match. */
export async function countMatching(db: Db, filter: ListFilter): Promise<Totals> {
  const { kind } = filter
  const isOfFiles = kind !== undefined && kind !== 'folder'
  const parts = inTrees(db, filter).map(query =>
    isOfFiles
      ? query.select(eb => [sql<ItemType>`'file'`.as('type'), eb.fn.countAll<number>().as('total')])
      : query
          .where('items.type', 'in', typesOf(filter))
          .groupBy('items.type')
          .select(eb => ['items.type', eb.fn.countAll<number>().as('total')]),
  )
  return sumByType(await unionAllOf(parts).execute())
}

/**
 * Counts the folders and files of all owners that match, at most `limit` of each: the whole table would
 * be counted for every page.
 */
export async function countUpTo(db: Db, filter: ListFilter, limit: number): Promise<Totals> {
  // Without a filter the rows are counted along the index of all owners' items.
  const queries = hasFilters(filter) ? inTrees(db, filter) : [matching(db, filter, isListed(db))]
  const parts = typesOf(filter).flatMap(type =>
    queries.map(query => {
      const counted = ofType(query, filter, type).select('items.id').limit(limit)
      return db
        .selectFrom(counted.as('counted'))
        .select(eb => [
          sql<ItemType>`${sql.lit(type)}`.as('type'),
          eb.fn.countAll<number>().as('total'),
        ])
    }),
  )
  return sumByType(await unionAllOf(parts).execute())
}

function sumByType(rows: readonly { type: ItemType; total: number }[]): Totals {
  const totals: Totals = { folder: 0, file: 0 }
  for (const { type, total } of rows) totals[type] += Number(total)
  return totals
}

/** Up to this many rows, collecting and sorting is faster than reading along an ordered index. */
const SORT_LIMIT = 2000

/** The number of team indexes that are merged; rows of further teams are sorted. */
const MAX_MERGED_TEAMS = 60

/**
 * An item with a category is a file; without a condition on its type the index of categories
 * applies.
 */
const ofType = (query: Rows<object>, { kind }: ListFilter, type: ItemType): Rows<object> =>
  kind && kind !== 'folder' ? query : query.where('items.type', '=', type)

/** A position in a list: the value that it is sorted by, and the id. */
export interface ListPosition {
  id: string
  position: string | number
}

/** A range by offset, or after a position. */
type RowRange = PageWindow & { after?: ListPosition | undefined }

/** Matches what comes after a position; everything without a position. */
function isAfter(
  after: ListPosition | undefined,
  direction: SortOrder['direction'],
  columns: string[],
) {
  const row = columns.map(column => sql.ref(column))
  const sign = sql.raw(direction === 'ASC' ? '>' : '<')
  return after
    ? sql<SqlBool>`(${sql.join(row)}) ${sign} (${after.position}, ${after.id})`
    : sql<SqlBool>`true`
}

/** Reads a range of folders or files with their positions. */
function rangeOf(
  db: Db,
  filter: ListFilter,
  { sort, direction }: SortOrder,
  { type, offset, limit, after }: RowRange,
  total: number,
) {
  const column = SORT_COLUMNS[sort]
  const sqlDirection = SQL_DIRECTIONS[direction]
  if (total <= SORT_LIMIT)
    return db
      .with(
        cte => cte('matches').materialized(),
        () =>
          unionAllOf(
            inTrees(db, filter).map(query =>
              ofType(query, filter, type).select(['items.id', `items.${column} as position`]),
            ),
          ),
      )
      .selectFrom('matches')
      .select(['matches.id', 'matches.position'])
      .where(isAfter(after, direction, ['matches.position', 'matches.id']))
      .orderBy('matches.position', sqlDirection)
      .orderBy('matches.id', sqlDirection)
      .limit(limit)
      .offset(offset)
  const { isTrashed } = filter
  // The index by modification time covers trashed items itself.
  const isCovered = isTrashed || sort === 'updated_at'
  const rows = matching(db, filter, isCovered ? undefined : isListed(db))
    .where('items.type', '=', type)
    .where(isAfter(after, direction, [`items.${column}`, 'items.id']))
    .select(['items.id', `items.${column} as position`])
  // PostgreSQL merges parts that are ordered; SQLite merges parts whose order is left to the outer
  // query.
  const ordered = hasRowLocks(db)
    ? rows
        .orderBy('position', sqlDirection)
        .orderBy('items.id', sqlDirection)
        .limit(offset + limit)
    : rows
  const { trees } = filter
  const parts = trees === null ? [ordered] : mergedByOrder(trees).map(within => within(ordered))
  const merged = unionAllOf(
    parts.map(part => db.selectFrom(part.as('part')).select(['part.id', 'part.position'])),
  )
    .orderBy('position', sqlDirection)
    .orderBy('id', sqlDirection)
    .limit(limit)
    .offset(offset)
  return db.selectFrom(merged.as('merged')).select(['merged.id', 'merged.position'])
}

/** Each team has an index in the requested order, so teams are read separately. */
function mergedByOrder(trees: Trees): Within[] {
  const first = trees.teamIds.slice(0, MAX_MERGED_TEAMS).map(id => [id])
  return withinEach(trees, [...first, trees.teamIds.slice(MAX_MERGED_TEAMS)])
}

/** Reads a page with at most two queries, folders first. */
export async function listMatching(
  db: Db,
  viewerId: string,
  filter: ListFilter,
  order: SortOrder,
  windows: readonly PageWindow[],
  totals: Totals,
): Promise<ItemView[]> {
  const parts: ItemView[] = []
  const column = SORT_COLUMNS[order.sort]
  const sqlDirection = SQL_DIRECTIONS[order.direction]
  for (const window of windows) {
    // Selects the ids along an index alone, then loads the rows.
    const range = rangeOf(db, filter, order, window, totals[window.type])
    const ids = db.selectFrom(range.as('range')).select('range.id')
    const views = selectItemViews(db, viewerId)
      .select(favouriteOf(viewerId))
      .where('items.id', 'in', ids)
      .orderBy(`items.${column}`, sqlDirection)
      .orderBy('items.id', sqlDirection)
    parts.push(...(await views.execute()))
  }
  return parts
}

/** Reads the next range after a position, for callers that read a list to its end. */
export const listAfter = (
  db: Db,
  filter: ListFilter,
  order: SortOrder,
  { type, after, limit }: Omit<RowRange, 'offset'>,
  totals: Totals,
): Promise<ListPosition[]> =>
  rangeOf(db, filter, order, { type, after, limit, offset: 0 }, totals[type]).execute()
