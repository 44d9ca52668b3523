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

/** A page of a folder in two queries, however many items it holds. */
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

/** The same of what a guest brought himself: others who send by the same link are not there for him. */
async function browseOwn(
  db: Db,
  guestId: string,
  { folder, ancestors }: Pick<FolderPage, 'folder' | 'ancestors'>,
  query: ListQuery,
): Promise<FolderPage> {
  const { folder_count = 0, file_count = 0 } =
    (await browse.countOwn(db, [folder.id], guestId)).get(folder.id) ?? {}
  const windows = windowsOf(query, folder_count, file_count)
  const items = await browse.listOwn(db, guestId, folder, query, windows)
  const folders = items.filter(item => item.type === 'folder').map(item => item.id)
  const counts = folders.length > 0 ? await browse.countOwn(db, folders, guestId) : new Map()
  return {
    folder: { ...folder, folder_count, file_count },
    ancestors,
    items: items.map(item => ({ ...item, ...counts.get(item.id) })),
    total: folder_count + file_count,
    page: query,
  }
}

/** Where an item stands in its folder's list, so that a list of any length can be opened at it. */
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

/** Where an item lies: what a list across folders doesn't tell. */
export async function findAncestors({ db }: Pick<Deps, 'db'>, actor: Actor, id: string) {
  const { ancestors } = await requireItem(db, actor, id)
  const ids = ancestors.map(item => item.id)
  return { ancestors, customer: (await findCustomer(db, ids)) ?? null }
}
