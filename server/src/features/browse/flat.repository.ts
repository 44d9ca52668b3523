import type { ItemKind } from '@coffer/contract/browse'
import type { ItemType } from '@coffer/contract/items'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { favouriteOf, type ItemView, isListed, selectItemViews } from '../items/index.ts'
import { type Order, SORT_COLUMNS, type Window, WORDS } from './browse.repository.ts'

/** What a flat list is narrowed to; what is left out does not narrow it. */
export interface Narrowing {
  /** Null where the list holds everybody's items. */
  ownerId: string | null
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
export async function countAll(db: Db, ownerId: string | null): Promise<Totals> {
  const sum = (column: 'folder_count' | 'file_count') =>
    sql<number>`coalesce(sum(${sql.ref(column)}), 0)`
  let folders = db
    .selectFrom('items')
    .where('type', '=', 'folder')
    .where(isListed(db))
    .select([sum('folder_count').as('folder'), sum('file_count').as('file')])
  if (ownerId !== null) folders = folders.where('owner_id', '=', ownerId)
  const { folder, file } = await folders.executeTakeFirstOrThrow()
  return { folder: Number(folder), file: Number(file) }
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

const typesOf = ({ kind }: Narrowing): ItemType[] =>
  kind === undefined ? ['folder', 'file'] : [kind === 'folder' ? 'folder' : 'file']

const isIn = (isTrashed: boolean) =>
  sql<SqlBool>`items.trashed_at ${isTrashed ? sql`is not null` : sql`is null`}`

/** Items that the narrowing lets through. */
function matching(
  db: Db,
  { kind, isTrashed = false, from, to, ...narrowing }: Narrowing,
  place = isIn(isTrashed),
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

/** By the indexes that begin with an owner, also where everybody is one. */
function ofOwners(db: Db, narrowing: Narrowing) {
  const { ownerId } = narrowing
  const query = matching(db, narrowing)
  return ownerId === null
    ? query.where('items.owner_id', 'in', db.selectFrom('users').select('users.id'))
    : query.where('items.owner_id', '=', ownerId)
}

export async function countMatching(db: Db, narrowing: Narrowing): Promise<Totals> {
  const totals: Totals = { folder: 0, file: 0 }
  const { kind } = narrowing
  const counted = ofOwners(db, narrowing)
  if (kind && kind !== 'folder') {
    const count = counted.select(eb => eb.fn.countAll<number>().as('total'))
    totals.file = (await count.executeTakeFirstOrThrow()).total
    return totals
  }
  const rows = await counted
    .where('items.type', 'in', typesOf(narrowing))
    .groupBy('items.type')
    .select(eb => ['items.type', eb.fn.countAll<number>().as('total')])
    .execute()
  for (const { type, total } of rows) totals[type] = total
  return totals
}

/** Up to here it is quicker to gather everything and sort it than to look for it along an order. */
const FEW = 2000

/** What has a category is a file: without its type the index of kinds finds it. */
const ofType = (
  query: ReturnType<typeof matching>,
  { kind }: Narrowing,
  type: ItemType,
): ReturnType<typeof matching> =>
  kind && kind !== 'folder' ? query : query.where('items.type', '=', type)

/** The ids of a stretch of the folders or of the files. */
function idsOf(
  db: Db,
  narrowing: Narrowing,
  { sort, direction }: Order,
  { type, offset, limit }: Window,
  total: number,
) {
  const [column, word] = [SORT_COLUMNS[sort], WORDS[direction]]
  if (total <= FEW)
    return db
      .with(
        cte => cte('found').materialized(),
        () =>
          ofType(ofOwners(db, narrowing), narrowing, type).select([
            'items.id',
            `items.${column} as place`,
          ]),
      )
      .selectFrom('found')
      .select('found.id')
      .orderBy('found.place', word)
      .orderBy('found.id', word)
      .limit(limit)
      .offset(offset)
  const { ownerId, isTrashed } = narrowing
  // The index by change, which also counts, knows by itself what is trashed.
  const isApart = isTrashed || sort === 'updated_at'
  const along = matching(db, narrowing, isApart ? undefined : isListed(db)).where(
    'items.type',
    '=',
    type,
  )
  return (ownerId === null ? along : along.where('items.owner_id', '=', ownerId))
    .select('items.id')
    .orderBy(`items.${column}`, word)
    .orderBy('items.id', word)
    .limit(limit)
    .offset(offset)
}

/** A page in at most two queries, folders first. */
export async function listMatching(
  db: Db,
  viewerId: string,
  narrowing: Narrowing,
  order: Order,
  windows: readonly Window[],
  totals: Totals,
): Promise<ItemView[]> {
  const parts: ItemView[] = []
  const [column, word] = [SORT_COLUMNS[order.sort], WORDS[order.direction]]
  for (const window of windows) {
    // First which ones, along an index alone, then what they are.
    const ids = idsOf(db, narrowing, order, window, totals[window.type])
    const views = selectItemViews(db, viewerId)
      .select(favouriteOf(viewerId))
      .where('items.id', 'in', ids)
      .orderBy(`items.${column}`, word)
      .orderBy('items.id', word)
    parts.push(...(await views.execute()))
  }
  return parts
}
