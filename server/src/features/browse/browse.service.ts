import { PAGE_SIZE } from '@coffer/contract'
import type { ListQuery } from '@coffer/contract/browse'
import { type Actor, guestOf, type UserActor, viewerOf } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findCustomer, type ItemView, requireItem, requireSeenFolder } from '../items/index.ts'
import * as browse from './browse.repository.ts'
import { windowsOf } from './browse.rules.ts'

export interface FolderPage {
  folder: ItemView
  line: ItemView[]
  items: ItemView[]
  total: number
  page: number
}

/** A page of a folder in two queries, however many items it holds. */
export async function browseFolder(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  query: ListQuery,
): Promise<FolderPage> {
  const { folder, line } = await requireSeenFolder(db, actor, id === 'all' ? null : id)
  const guestId = guestOf(actor)
  if (guestId !== null) return browseOwn(db, guestId, { folder, line }, query)
  const { folder_count, file_count } = folder
  const windows = windowsOf(query.page, PAGE_SIZE, folder_count, file_count)
  const items = await browse.listFolder(db, viewerOf(actor), folder, query, windows)
  return { folder, line, items, total: folder_count + file_count, page: query.page }
}

/** The same of what a guest brought himself: others who send by the same link are not there for him. */
async function browseOwn(
  db: Db,
  guestId: string,
  { folder, line }: Pick<FolderPage, 'folder' | 'line'>,
  query: ListQuery,
): Promise<FolderPage> {
  const { folder_count = 0, file_count = 0 } =
    (await browse.countOwn(db, [folder.id], guestId)).get(folder.id) ?? {}
  const windows = windowsOf(query.page, PAGE_SIZE, folder_count, file_count)
  const items = await browse.listOwn(db, guestId, folder, query, windows)
  const folders = items.filter(item => item.type === 'folder').map(item => item.id)
  const counts = folders.length > 0 ? await browse.countOwn(db, folders, guestId) : new Map()
  return {
    folder: { ...folder, folder_count, file_count },
    line,
    items: items.map(item => ({ ...item, ...counts.get(item.id) })),
    total: folder_count + file_count,
    page: query.page,
  }
}

export interface Branch extends browse.FolderNode {
  folders: browse.FolderNode[]
}

/** Two levels of folders below a folder (or home), in two queries. */
export async function browseBranches(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string | null,
  order?: browse.Order,
): Promise<Branch[]> {
  const { folder } = await requireSeenFolder(db, actor, id)
  const guestId = guestOf(actor)
  const upper = await browse.listFoldersBelow(db, [folder.id], order, guestId)
  const { team_permission } = folder
  const nodes = upper.map(node => ({ ...node, team_permission }))
  return withFoldersBelow(db, nodes, order, guestId)
}

export interface Navigation {
  own: Branch[]
  teams: Branch[]
  shared: Branch[]
}

/** Everything that a person can go to, two levels deep; a team folder of his own stands in one group. */
export async function browseNavigation(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
): Promise<Navigation> {
  const [own, teams, shared] = [
    (await browse.listFoldersBelow(db, [actor.userId])).filter(node => node.id !== node.team_id),
    await browse.listOwnTeams(db, actor.userId),
    await browse.listTeamsOfOthers(db, actor.userId),
  ]
  const branches = await withFoldersBelow(db, [...own, ...teams, ...shared])
  const [afterOwn, afterTeams] = [own.length, own.length + teams.length]
  return {
    own: branches.slice(0, afterOwn),
    teams: branches.slice(afterOwn, afterTeams),
    shared: branches.slice(afterTeams),
  }
}

async function withFoldersBelow(
  db: Db,
  upper: readonly browse.FolderNode[],
  order?: browse.Order,
  guestId: string | null = null,
): Promise<Branch[]> {
  const open = upper.filter(node => node.folder_count > 0).map(node => node.id)
  const lower = open.length > 0 ? await browse.listFoldersBelow(db, open, order, guestId) : []
  const byParent = Map.groupBy(lower, node => node.parent_id)
  return upper.map(node => ({ ...node, folders: byParent.get(node.id) ?? [] }))
}

/** Where an item stands in its folder's list, so that a list of any length can be opened at it. */
export async function locateItem(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  order: browse.Order,
): Promise<{ item: ItemView; index: number }> {
  const { item, line } = await requireItem(db, actor, id)
  const folder = line[1]
  if (item.trashed_at !== null || !folder) throw new AppError('item.not_found')
  const before = await browse.countBefore(db, item, order)
  return { item, index: item.type === 'folder' ? before : folder.folder_count + before }
}

/** Where an item lies: what a list across folders doesn't tell. */
export async function findAncestors({ db }: Pick<Deps, 'db'>, actor: Actor, id: string) {
  const { line } = await requireItem(db, actor, id)
  const ids = line.map(item => item.id)
  return { line, customer: (await findCustomer(db, ids)) ?? null }
}
