import { type PageQuery, rowsOf } from '@coffer/contract'
import type { NavigationLocation, NavigationQuery } from '@coffer/contract/browse'
import { type Actor, requestGuestId, type UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { requireReadableFolder } from '../items/index.ts'
import { countOwn, type SortOrder } from './browse.repository.ts'
import * as navigation from './navigation.repository.ts'

/** The most folders of the next level that an answer includes. */
const MAX_CHILDREN = 500

export interface Branch extends navigation.FolderNode {
  folders: navigation.FolderNode[]
}

interface Level<Node = Branch> {
  folders: Node[]
  total: number
}

export interface LevelPage extends Level {
  page: PageQuery
}

export interface GroupPage extends LevelPage {
  location: NavigationLocation
}

const rangeOf = (query: NavigationQuery): navigation.RowRange => ({
  ...rowsOf(query),
  name: query.name,
})

/** Returns a page of the folders below a folder, with the next level as far as it fits. */
export async function browseBranches(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string | null,
  query: NavigationQuery,
  order?: SortOrder,
): Promise<LevelPage> {
  const { folder } = await requireReadableFolder(db, actor, id)
  const options = { order, guestId: requestGuestId(actor) }
  const parents = await navigation.listFoldersBelow(db, folder.id, rangeOf(query), options)
  const ownCounts =
    options.guestId && (await countOwn(db, [folder.id], options.guestId)).get(folder.id)
  const total = ownCounts ? ownCounts.folder_count : folder.folder_count
  const { team_permission } = folder
  const folders = parents.map(node => ({ ...node, team_permission }))
  const [level] = await withFoldersBelow(db, [{ folders, total }], options)
  return pageOf(level ?? { folders: [], total }, query)
}

const pageOf = ({ folders, total }: Level, { name, ...page }: NavigationQuery): LevelPage => ({
  folders,
  page,
  total: name === undefined ? total : folders.length,
})

const LOCATIONS = ['files', 'team-folders', 'shared-with-me'] as const

/**
 * Returns the groups of the navigation, two levels deep. A user's own team folders are in one group
 * only.
 */
export async function browseNavigation(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  { location, ...query }: NavigationQuery & { location?: NavigationLocation | undefined },
): Promise<GroupPage[]> {
  const range = rangeOf(query)
  const locations = location ? [location] : LOCATIONS
  const parents: Level<navigation.FolderNode>[] = []
  for (const name of locations) parents.push(await GROUPS[name](db, actor, range))
  const levels = await withFoldersBelow(db, parents, {})
  return levels.flatMap((level, index) => {
    const groupLocation = locations[index]
    return groupLocation ? [{ ...pageOf(level, query), location: groupLocation }] : []
  })
}

type ReadGroup = (
  db: Db,
  actor: UserActor,
  range: navigation.RowRange,
) => Promise<Level<navigation.FolderNode>>

const teamGroup =
  (side: 'own' | 'others'): ReadGroup =>
  async (db, { userId }, range) => ({
    folders: await navigation.listTeams(db, userId, side, range),
    total: await navigation.countTeams(db, userId, side),
  })

const GROUPS: Record<NavigationLocation, ReadGroup> = {
  files: async (db, actor, range) => {
    const { folder } = await requireReadableFolder(db, actor, null)
    return {
      folders: await navigation.listFoldersBelow(db, folder.id, range, {}),
      total: folder.folder_count - (await navigation.countTeams(db, actor.userId, 'own')),
    }
  },
  'team-folders': teamGroup('own'),
  'shared-with-me': teamGroup('others'),
}

/**
 * Adds the next level for as many folders as fit into the answer; clients load the others when
 * opened.
 */
async function withFoldersBelow(
  db: Db,
  levels: readonly Level<navigation.FolderNode>[],
  options: { order?: SortOrder | undefined; guestId?: string | null },
): Promise<Level[]> {
  const expandable = fittingBelow(levels.flatMap(level => level.folders))
  const children =
    expandable.length > 0 ? await navigation.listAllFoldersBelow(db, expandable, options) : []
  const byParent = Map.groupBy(children, node => node.parent_id)
  return levels.map(({ folders, total }) => ({
    folders: folders.map(node => ({ ...node, folders: byParent.get(node.id) ?? [] })),
    total,
  }))
}

/** Returns the ids of folders whose children fit into one answer, in order. */
function fittingBelow(nodes: readonly { id: string; folder_count: number }[]): string[] {
  let remaining = MAX_CHILDREN
  return nodes.flatMap(({ id, folder_count }) => {
    if (folder_count === 0 || folder_count > remaining) return []
    remaining -= folder_count
    return [id]
  })
}
