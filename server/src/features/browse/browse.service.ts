import type { PageQuery } from '@coffer/contract'
import type { ListQuery } from '@coffer/contract/browse'
import { type Actor, requestGuestId, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findCustomer, type ItemView, requireItem, requireReadableFolder } from '../items/index.ts'
import * as browse from './browse.repository.ts'
import { windowsOf } from './browse.rules.ts'

export interface FolderPage {
  folder: ItemView
  ancestors: ItemView[]
  items: ItemView[]
  total: number
  page: PageQuery
}

/** Returns a page of a folder with two queries, however many items it holds. */
export async function browseFolder(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  query: ListQuery,
): Promise<FolderPage> {
  const { folder, ancestors } = await requireReadableFolder(db, actor, id === 'all' ? null : id)
  const guestId = requestGuestId(actor)
  if (guestId !== null) return browseOwn(db, guestId, { folder, ancestors }, query)
  const { folder_count, file_count } = folder
  const windows = windowsOf(query, folder_count, file_count)
  const items = await browse.listFolder(db, viewerOf(actor), folder, query, windows)
  return { folder, ancestors, items, total: folder_count + file_count, page: query }
}

/** As `browseFolder`, limited to items that the guest uploaded. */
async function browseOwn(
  db: Db,
  guestId: string,
  { folder, ancestors }: Pick<FolderPage, 'folder' | 'ancestors'>,
  query: ListQuery,
): Promise<FolderPage> {
  const { folder_count = 0, file_count = 0 } =
    (await browse.countOwn(db, [folder.id], guestId)).get(folder.id) ?? {}
  const counted = { ...folder, folder_count, file_count }
  const windows = windowsOf(query, folder_count, file_count)
  const items = await browse.listOwn(db, guestId, counted, query, windows)
  const folders = items.filter(item => item.type === 'folder').map(item => item.id)
  const counts = folders.length > 0 ? await browse.countOwn(db, folders, guestId) : new Map()
  return {
    folder: counted,
    ancestors,
    items: items.map(item => ({ ...item, ...counts.get(item.id) })),
    total: folder_count + file_count,
    page: query,
  }
}

/**
 * Returns an item's position in the list of its folder, so that clients can open the list there.
 */
export async function locateItem(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  order: browse.SortOrder,
): Promise<{ item: ItemView; index: number }> {
  const { item, ancestors } = await requireItem(db, actor, id)
  const folder = ancestors[1]
  if (item.trashed_at !== null || !folder) throw new AppError('item.not_found')
  const before = await browse.positionOf(db, item, order)
  return { item, index: item.type === 'folder' ? before : folder.folder_count + before }
}

/** Returns the folders above an item, and the customer whose folder it lies in. */
export async function findAncestors({ db }: Pick<Deps, 'db'>, actor: Actor, id: string) {
  const { ancestors } = await requireItem(db, actor, id)
  const ids = ancestors.map(item => item.id)
  return { ancestors, customer: (await findCustomer(db, ids)) ?? null }
}
