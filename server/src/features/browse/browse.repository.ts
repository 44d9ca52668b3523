import type { ListQuery } from '@coffer/contract/browse'
import type { ItemType } from '@coffer/contract/items'
import { sql } from 'kysely'
import { nearerEnd, OPPOSITE } from '../../db/deep-page.ts'
import type { Db } from '../../db/open.ts'
import { prepared } from '../../db/prepared.ts'
import {
  documentNames,
  favouriteOf,
  type ItemView,
  isListed,
  previewKey,
  shareColumns,
} from '../items/index.ts'

export const SORT_COLUMNS = {
  name: 'sort_name',
  created_at: 'created_at',
  updated_at: 'updated_at',
  size: 'size_bytes',
} as const

export type SortOrder = Pick<ListQuery, 'sort' | 'direction'>

export interface PageWindow {
  type: ItemType
  offset: number
  limit: number
}

interface PageParams {
  folderId: string
  ownerName: string
  viewerId: string
  teamPermission: ItemView['team_permission']
  offset: number
  limit: number
  nextOffset: number
  nextLimit: number
}

/** The fixed part of a prepared window. */
interface WindowShape {
  type: ItemType
  /** Whether the offset counts from the end. */
  isBackwards: boolean
}

/**
 * Reads consecutive rows of one index, in its order. Ids are read from the index first, so that
 * skipped rows are not loaded. All items of a folder have the same owner and team, and most were
 * created by the owner, so names are looked up only for the others.
 */
function selectWindow(
  db: Db,
  p: Omit<PageParams, 'nextOffset' | 'nextLimit'>,
  order: SortOrder,
  { type, isBackwards }: WindowShape,
  guestId: string | null = null,
) {
  const column = SORT_COLUMNS[order.sort]
  const direction = SQL_DIRECTIONS[order.direction]
  const readDirection = isBackwards ? OPPOSITE[direction] : direction
  const positions = db
    .selectFrom('items')
    .select(['items.id as item_id', `items.${column} as position`])
    .where('parent_id', '=', p.folderId)
    .where('items.type', '=', type)
    .where(isListed(db))
    .$if(guestId !== null, q => q.where('items.guest_id', '=', guestId))
    .orderBy(`items.${column}`, readDirection)
    .orderBy('items.id', readDirection)
    .limit(p.limit)
    .offset(p.offset)
  return (
    db
      .selectFrom(positions.as('positions'))
      // A cross join keeps SQLite from beginning with all items of the folder.
      .crossJoin('items')
      .whereRef('items.id', '=', 'positions.item_id')
      .leftJoin('shares', 'shares.item_id', 'items.id')
      .selectAll('items')
      .select(sql<string>`${p.ownerName}`.as('owner_name'))
      .select(eb =>
        eb
          .case()
          .when('items.creator_id', '=', eb.ref('items.owner_id'))
          .then(sql<string | null>`${p.ownerName}`)
          .else(
            eb
              .selectFrom('users')
              .select('users.name')
              .whereRef('users.id', '=', 'items.creator_id'),
          )
          .end()
          .as('creator_name'),
      )
      .select(favouriteOf(p.viewerId))
      .select(
        sql<ItemView['team_permission']>`cast(${p.teamPermission} as text)`.as('team_permission'),
      )
      .select(previewKey)
      .select(shareColumns)
      .select(documentNames)
      .orderBy('positions.position', direction)
      .orderBy('positions.item_id', direction)
  )
}

export const SQL_DIRECTIONS = { ASC: 'asc', DESC: 'desc' } as const

/** A page that holds only folders or only files. */
const prepareWindow = (order: SortOrder, shape: WindowShape) =>
  prepared((db, p: PageParams) => selectWindow(db, p, order, shape))

/** The one page on which the folders end and the files begin. */
const prepareBoundary = (order: SortOrder, first: WindowShape, second: WindowShape) =>
  prepared((db, p: PageParams) => {
    const { folderId, ownerName, viewerId, teamPermission } = p
    const next = { offset: p.nextOffset, limit: p.nextLimit }
    const folders = selectWindow(db, p, order, first)
    const files = selectWindow(
      db,
      { folderId, ownerName, viewerId, teamPermission, ...next },
      order,
      second,
    )
    return db
      .selectFrom(
        db
          .selectFrom(folders.as('folders'))
          .selectAll()
          .unionAll(db.selectFrom(files.as('files')).selectAll())
          .as('page'),
      )
      .selectAll()
      .orderBy('type', 'desc')
      .orderBy(SORT_COLUMNS[order.sort], SQL_DIRECTIONS[order.direction])
      .orderBy('id', SQL_DIRECTIONS[order.direction])
  })

const queries = new Map<string, ReturnType<typeof prepareWindow>>()

function pageQuery(order: SortOrder, first: WindowShape, second: WindowShape | undefined) {
  const key = [first, second].flatMap(shape => (shape ? [shape.type, shape.isBackwards] : []))
  const shape = [order.sort, order.direction, ...key].join(' ')
  const query =
    queries.get(shape) ??
    (second ? prepareBoundary(order, first, second) : prepareWindow(order, first))
  queries.set(shape, query)
  return query
}

type ListedFolder = Pick<ItemView, 'id' | 'owner_name' | 'folder_count' | 'file_count'>

/** Reads from the end of the folders or files that is nearer. */
const fromNearerEnd = (folder: ListedFolder, window: PageWindow) => ({
  ...window,
  ...nearerEnd(window, window.type === 'folder' ? folder.folder_count : folder.file_count),
})

/**
 * Reads a page of a folder's live items in one query: folders first, ties broken by id. The first
 * and the last page take the same time in large and small folders.
 */
export async function listFolder(
  db: Db,
  viewerId: string,
  folder: ListedFolder & Pick<ItemView, 'team_permission'>,
  order: SortOrder,
  windows: readonly PageWindow[],
): Promise<ItemView[]> {
  const [first, second] = windows.map(window => fromNearerEnd(folder, window))
  if (!first) return []
  const { rows } = await pageQuery(
    order,
    first,
    second,
  )(db, {
    folderId: folder.id,
    ownerName: folder.owner_name,
    viewerId,
    teamPermission: folder.team_permission,
    offset: first.offset,
    limit: first.limit,
    nextOffset: second?.offset ?? 0,
    nextLimit: second?.limit ?? 0,
  })
  return rows
}

/** Counts a guest's own items in folders; guests do not see each other's items. */
export async function countOwn(
  db: Db,
  folderIds: readonly string[],
  guestId: string,
): Promise<Map<string, Pick<ItemView, 'folder_count' | 'file_count'>>> {
  const rows = await db
    .selectFrom('items')
    .select(eb => ['parent_id', 'type', eb.fn.countAll<number>().as('count')])
    .where('parent_id', 'in', folderIds)
    .where('guest_id', '=', guestId)
    .where(isListed(db))
    .groupBy(['parent_id', 'type'])
    .execute()
  const countOf = (id: string, type: ItemType) =>
    Number(rows.find(row => row.parent_id === id && row.type === type)?.count ?? 0)
  return new Map(
    folderIds.map(id => [
      id,
      { folder_count: countOf(id, 'folder'), file_count: countOf(id, 'file') },
    ]),
  )
}

/**
 * Reads a page of a guest's own items in a folder. Not prepared, because it is rare and returns few
 * rows.
 */
export async function listOwn(
  db: Db,
  guestId: string,
  folder: ListedFolder,
  order: SortOrder,
  windows: readonly PageWindow[],
): Promise<ItemView[]> {
  const items: ItemView[] = []
  for (const window of windows.map(each => fromNearerEnd(folder, each))) {
    const { offset, limit, ...shape } = window
    const { id: folderId, owner_name: ownerName } = folder
    const folderParams = { folderId, ownerName, viewerId: '', teamPermission: null }
    const rows = selectWindow(db, { ...folderParams, offset, limit }, order, shape, guestId)
    items.push(...(await rows.execute()))
  }
  return items
}

/**
 * Counts the live items that precede an item in its folder: folders first, then by order and id.
 */
export async function positionOf(db: Db, item: ItemView, order: SortOrder): Promise<number> {
  const column = SORT_COLUMNS[order.sort]
  const precedes = order.direction === 'ASC' ? '<' : '>'
  const row = await db
    .selectFrom('items')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('parent_id', '=', item.parent_id)
    .where('type', '=', item.type)
    .where(isListed(db))
    .where(eb =>
      eb.or([
        eb(column, precedes, item[column]),
        eb.and([eb(column, '=', item[column]), eb('id', precedes, item.id)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
