import type { ListQuery } from '@coffer/contract/browse'
import type { ItemType } from '@coffer/contract/items'
import { sql } from 'kysely'
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

/**
 * A window is a stretch of one index, read in its order. Everything in a folder is its owner's and of
 * its team, and most of it was made by its owner: names are looked up for the others only.
 */
const selectWindow = (
  db: Db,
  p: Omit<PageParams, 'nextOffset' | 'nextLimit'>,
  order: SortOrder,
  type: ItemType,
  guestId: string | null = null,
) =>
  db
    .selectFrom('items')
    .leftJoin('shares', 'shares.item_id', 'items.id')
    .selectAll('items')
    .select(sql<string>`${p.ownerName}`.as('owner_name'))
    .select(eb =>
      eb
        .case()
        .when('items.creator_id', '=', eb.ref('items.owner_id'))
        .then(sql<string | null>`${p.ownerName}`)
        .else(
          eb.selectFrom('users').select('users.name').whereRef('users.id', '=', 'items.creator_id'),
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
    .where('parent_id', '=', p.folderId)
    .where('items.type', '=', type)
    .where(isListed(db))
    .$if(guestId !== null, q => q.where('items.guest_id', '=', guestId))
    .orderBy(`items.${SORT_COLUMNS[order.sort]}`, WORDS[order.direction])
    .orderBy('items.id', WORDS[order.direction])
    .limit(p.limit)
    .offset(p.offset)

export const WORDS = { ASC: 'asc', DESC: 'desc' } as const

/** A page within the folders or within the files. */
const prepareWindow = (order: SortOrder, type: ItemType) =>
  prepared((db, p: PageParams) => selectWindow(db, p, order, type))

/** The one page on which the folders end and the files begin. */
const prepareSeam = (order: SortOrder) =>
  prepared((db, p: PageParams) => {
    const { folderId, ownerName, viewerId, teamPermission } = p
    const next = { offset: p.nextOffset, limit: p.nextLimit }
    const folders = selectWindow(db, p, order, 'folder')
    const files = selectWindow(
      db,
      { folderId, ownerName, viewerId, teamPermission, ...next },
      order,
      'file',
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
      .orderBy(SORT_COLUMNS[order.sort], WORDS[order.direction])
      .orderBy('id', WORDS[order.direction])
  })

const queries = new Map<string, ReturnType<typeof prepareWindow>>()

function pageQuery(order: SortOrder, [first, second]: PageWindow[]) {
  const shape = [order.sort, order.direction, first?.type, second?.type].join(' ')
  const known =
    queries.get(shape) ??
    (second ? prepareSeam(order) : prepareWindow(order, first?.type ?? 'file'))
  queries.set(shape, known)
  return known
}

/**
 * A page of a folder's live items in one query: folders first, ties broken by id. The first page of
 * a large folder costs what it costs in a small one.
 */
export async function listFolder(
  db: Db,
  viewerId: string,
  folder: Pick<ItemView, 'id' | 'owner_name' | 'team_permission'>,
  order: SortOrder,
  windows: PageWindow[],
): Promise<ItemView[]> {
  const [first, second] = windows
  if (!first) return []
  const { rows } = await pageQuery(order, windows)(db, {
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

/** What a guest has of his own in folders; of the others he knows nothing. */
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

/** A page of what a guest has in a folder: seldom asked for, and of few items. */
export async function listOwn(
  db: Db,
  guestId: string,
  folder: Pick<ItemView, 'id' | 'owner_name'>,
  order: SortOrder,
  windows: readonly PageWindow[],
): Promise<ItemView[]> {
  const found: ItemView[] = []
  for (const { type, offset, limit } of windows) {
    const { id: folderId, owner_name: ownerName } = folder
    const place = { folderId, ownerName, viewerId: '', teamPermission: null }
    const window = selectWindow(db, { ...place, offset, limit }, order, type, guestId)
    found.push(...(await window.execute()))
  }
  return found
}

/** How many live items of its folder come before an item: folders first, then the order, then ids. */
export async function positionOf(db: Db, item: ItemView, order: SortOrder): Promise<number> {
  const column = SORT_COLUMNS[order.sort]
  const comes = order.direction === 'ASC' ? '<' : '>'
  const row = await db
    .selectFrom('items')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('parent_id', '=', item.parent_id)
    .where('type', '=', item.type)
    .where(isListed(db))
    .where(eb =>
      eb.or([
        eb(column, comes, item[column]),
        eb.and([eb(column, '=', item[column]), eb('id', comes, item.id)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
