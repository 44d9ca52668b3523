import type { ItemKind } from '@coffer/contract/browse'
import type { ItemType } from '@coffer/contract/items'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type Db, hasRowLocks } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import {
  favouriteOf,
  type ItemView,
  isListed,
  selectItemViews,
  type Trees,
} from '../items/index.ts'
import { type PageWindow, SORT_COLUMNS, type SortOrder, WORDS } from './browse.repository.ts'

/** What a flat list is narrowed to; what is left out does not narrow it. */
export interface ListFilter {
  /** Null where the list holds everybody's items. */
  trees: Trees | null
  kind?: ItemKind | undefined
  documentType?: string | undefined
  subcategory?: string | undefined
  /** What lies in the trash instead of what does not. */
  isTrashed?: boolean
  /** When it was changed, or removed: since, and until. */
  from?: number | undefined
  to?: number | undefined
  /** Below this folder, however deep. */
  below?: string | undefined
}

export interface Totals {
  folder: number
  file: number
}

/**
 * How many items there are across folders. Each folder keeps its own count, so folders are added up
 * instead of items.
 */
export async function countAll(db: Db, trees: Trees | null): Promise<Totals> {
  const sum = (column: 'folder_count' | 'file_count') =>
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)`
  const folders = db
    .selectFrom('items')
    .where('items.type', '=', 'folder')
    .where(isListed(db))
    .select([sum('folder_count').as('folder'), sum('file_count').as('file')])
  const parts = trees === null ? [folders] : withinEach(trees).map(within => within(folders))
  const rows = await together(parts).execute()
  const total = (type: ItemType) => rows.reduce((all, row) => all + Number(row[type]), 0)
  // No folder of the list counts the team folders themselves.
  return { folder: total('folder') + (trees?.teamIds.length ?? 0), file: total('file') }
}

/** What was removed may lie below what was not. */
const foldersBelow = (db: Db, top: string, isTrashed: boolean) => {
  const condition = isTrashed ? sql`` : sql`and ${isListed(db)}`
  return sql<string>`(
    with recursive below(id) as (
      select id from items where id = ${top} ${condition}
      union all
      select items.id from items join below on items.parent_id = below.id
      where items.type = 'folder' ${condition}
    )
    select id from below
  )`
}

/** Folders come first. */
export const typesOf = ({ kind }: Pick<ListFilter, 'kind'>): ItemType[] =>
  kind === undefined ? ['folder', 'file'] : [kind === 'folder' ? 'folder' : 'file']

const isTrashedColumn = (isTrashed: boolean) =>
  sql<SqlBool>`items.trashed_at ${isTrashed ? sql`is not null` : sql`is null`}`

/** Items that the narrowing lets through. */
function matching(
  db: Db,
  { kind, isTrashed = false, from, to, ...narrowing }: ListFilter,
  place = isTrashedColumn(isTrashed),
) {
  const { documentType, subcategory, below } = narrowing
  const time = isTrashed ? 'items.trashed_at' : 'items.updated_at'
  let query = db.selectFrom('items').where(place)
  // What has a category is a file: without its type the index of kinds answers alone.
  if (kind && kind !== 'folder') query = query.where('items.category', '=', kind)
  // Homes are no items.
  else query = query.whereRef('items.id', '<>', 'items.owner_id')
  if (documentType) query = query.where('items.document_type_id', '=', documentType)
  if (subcategory) query = query.where('items.subcategory_id', '=', subcategory)
  if (from !== undefined) query = query.where(time, '>=', from)
  if (to !== undefined) query = query.where(time, '<=', to)
  if (below) query = query.where('items.parent_id', 'in', foldersBelow(db, below, isTrashed))
  return query
}

type Rows<O> = SelectQueryBuilder<Schema, 'items', O>
type Within = <O>(query: Rows<O>) => Rows<O>

/** Each tree by itself, as it is read along indexes of its own; teams together where no order is asked for. */
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

/** What lies in one tree lies in no other, so that nothing is there twice. */
function together<D, T extends keyof D, O>([first, ...others]: readonly SelectQueryBuilder<
  D,
  T,
  O
>[]): SelectQueryBuilder<D, T, O> {
  if (!first) throw new Error('There is no tree to look into')
  return others.reduce((all, other) => all.unionAll(other), first)
}

/** By the indexes that begin with an owner or a team, also where everybody is one. */
function inTrees(db: Db, narrowing: ListFilter): Rows<object>[] {
  const { trees } = narrowing
  const query = matching(db, narrowing)
  return trees === null
    ? [query.where('items.owner_id', 'in', db.selectFrom('users').select('users.id'))]
    : withinEach(trees).map(within => within(query))
}

export async function countMatching(db: Db, narrowing: ListFilter): Promise<Totals> {
  const { kind } = narrowing
  const isOfFiles = kind !== undefined && kind !== 'folder'
  const parts = inTrees(db, narrowing).map(query =>
    isOfFiles
      ? query.select(eb => [sql<ItemType>`'file'`.as('type'), eb.fn.countAll<number>().as('total')])
      : query
          .where('items.type', 'in', typesOf(narrowing))
          .groupBy('items.type')
          .select(eb => ['items.type', eb.fn.countAll<number>().as('total')]),
  )
  const totals: Totals = { folder: 0, file: 0 }
  for (const { type, total } of await together(parts).execute()) totals[type] += Number(total)
  return totals
}

/** Up to here it is quicker to gather everything and sort it than to look for it along an order. */
const FEW = 2000

/** As many teams' indexes are read beside each other; whoever is in more waits for the rest to be sorted. */
const BESIDE = 60

/** What has a category is a file: without its type the index of kinds finds it. */
const ofType = (query: Rows<object>, { kind }: ListFilter, type: ItemType): Rows<object> =>
  kind && kind !== 'folder' ? query : query.where('items.type', '=', type)

/** Where something stands in a list: by what it is sorted by, and its id. */
export interface ListPosition {
  id: string
  place: string | number
}

/** A stretch that is counted, or the one behind something. */
type RowRange = PageWindow & { after?: ListPosition | undefined }

/** What comes behind a place in an order; all where there is none. */
function isAfter(
  after: ListPosition | undefined,
  direction: SortOrder['direction'],
  columns: string[],
) {
  const row = columns.map(column => sql.ref(column))
  const sign = sql.raw(direction === 'ASC' ? '>' : '<')
  return after
    ? sql<SqlBool>`(${sql.join(row)}) ${sign} (${after.place}, ${after.id})`
    : sql<SqlBool>`true`
}

/** A stretch of the folders or of the files, each with its place. */
function stretchOf(
  db: Db,
  narrowing: ListFilter,
  { sort, direction }: SortOrder,
  { type, offset, limit, after }: RowRange,
  total: number,
) {
  const column = SORT_COLUMNS[sort]
  const word = WORDS[direction]
  if (total <= FEW)
    return db
      .with(
        cte => cte('found').materialized(),
        () =>
          together(
            inTrees(db, narrowing).map(query =>
              ofType(query, narrowing, type).select(['items.id', `items.${column} as place`]),
            ),
          ),
      )
      .selectFrom('found')
      .select(['found.id', 'found.place'])
      .where(isAfter(after, direction, ['found.place', 'found.id']))
      .orderBy('found.place', word)
      .orderBy('found.id', word)
      .limit(limit)
      .offset(offset)
  const { isTrashed } = narrowing
  // The index by change, which also counts, knows by itself what is trashed.
  const isApart = isTrashed || sort === 'updated_at'
  const along = matching(db, narrowing, isApart ? undefined : isListed(db))
    .where('items.type', '=', type)
    .where(isAfter(after, direction, [`items.${column}`, 'items.id']))
    .select(['items.id', `items.${column} as place`])
  // PostgreSQL merges parts that have an order of their own, SQLite those that leave it to the whole.
  const ordered = hasRowLocks(db)
    ? along
        .orderBy('place', word)
        .orderBy('items.id', word)
        .limit(offset + limit)
    : along
  const { trees } = narrowing
  const parts = trees === null ? [ordered] : mergedByOrder(trees).map(within => within(ordered))
  const merged = together(
    parts.map(part => db.selectFrom(part.as('part')).select(['part.id', 'part.place'])),
  )
    .orderBy('place', word)
    .orderBy('id', word)
    .limit(limit)
    .offset(offset)
  return db.selectFrom(merged.as('along')).select(['along.id', 'along.place'])
}

/** Teams apart, as each has an index in the order that is asked for. */
function mergedByOrder(trees: Trees): Within[] {
  const first = trees.teamIds.slice(0, BESIDE).map(id => [id])
  return withinEach(trees, [...first, trees.teamIds.slice(BESIDE)])
}

/** A page in at most two queries, folders first. */
export async function listMatching(
  db: Db,
  viewerId: string,
  narrowing: ListFilter,
  order: SortOrder,
  windows: readonly PageWindow[],
  totals: Totals,
): Promise<ItemView[]> {
  const parts: ItemView[] = []
  const column = SORT_COLUMNS[order.sort]
  const word = WORDS[order.direction]
  for (const window of windows) {
    // First which ones, along an index alone, then what they are.
    const stretch = stretchOf(db, narrowing, order, window, totals[window.type])
    const ids = db.selectFrom(stretch.as('stretch')).select('stretch.id')
    const views = selectItemViews(db, viewerId)
      .select(favouriteOf(viewerId))
      .where('items.id', 'in', ids)
      .orderBy(`items.${column}`, word)
      .orderBy('items.id', word)
    parts.push(...(await views.execute()))
  }
  return parts
}

/** Which come next, behind a place or from the beginning: for whoever reads a list to its end. */
export const listAfter = (
  db: Db,
  narrowing: ListFilter,
  order: SortOrder,
  { type, after, limit }: Omit<RowRange, 'offset'>,
  totals: Totals,
): Promise<ListPosition[]> =>
  stretchOf(db, narrowing, order, { type, after, limit, offset: 0 }, totals[type]).execute()
