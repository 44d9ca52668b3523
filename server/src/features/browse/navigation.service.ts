import { type PageQuery, rowsOf } from '@coffer/contract'
import type { NavigationLocation, NavigationQuery } from '@coffer/contract/browse'
import { type Actor, requestGuestId, type UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { requireReadableFolder } from '../items/index.ts'
import { countOwn, type SortOrder } from './browse.repository.ts'
import * as navigation from './navigation.repository.ts'
import { fittingBelow } from './navigation.rules.ts'

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

const stretchOf = (query: NavigationQuery): navigation.RowRange => ({
  ...rowsOf(query),
  name: query.name,
})

/** A page of the folders below a folder (or home) and what is below those, however many there are. */
export async function browseBranches(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string | null,
  query: NavigationQuery,
  order?: SortOrder,
): Promise<LevelPage> {
  const { folder } = await requireReadableFolder(db, actor, id)
  const how = { order, guestId: requestGuestId(actor) }
  const upper = await navigation.listFoldersBelow(db, folder.id, stretchOf(query), how)
  const known = how.guestId && (await countOwn(db, [folder.id], how.guestId)).get(folder.id)
  const total = known ? known.folder_count : folder.folder_count
  const { team_permission } = folder
  const folders = upper.map(node => ({ ...node, team_permission }))
  const [level] = await withFoldersBelow(db, [{ folders, total }], how)
  return pageOf(level ?? { folders: [], total }, query)
}

const pageOf = ({ folders, total }: Level, { name, ...page }: NavigationQuery): LevelPage => ({
  folders,
  page,
  total: name === undefined ? total : folders.length,
})

const LOCATIONS = ['files', 'team-folders', 'shared-with-me'] as const

/** Everything that a person can go to, two levels deep; a team folder of his own stands in one group. */
export async function browseNavigation(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  { location, ...query }: NavigationQuery & { location?: NavigationLocation | undefined },
): Promise<GroupPage[]> {
  const stretch = stretchOf(query)
  const locations = location ? [location] : LOCATIONS
  const upper: Level<navigation.FolderNode>[] = []
  for (const one of locations) upper.push(await GROUPS[one](db, actor, stretch))
  const levels = await withFoldersBelow(db, upper, {})
  return levels.flatMap((level, index) => {
    const of = locations[index]
    return of ? [{ ...pageOf(level, query), location: of }] : []
  })
}

type ReadGroup = (
  db: Db,
  actor: UserActor,
  stretch: navigation.RowRange,
) => Promise<Level<navigation.FolderNode>>

const teamGroup =
  (whose: 'own' | 'others'): ReadGroup =>
  async (db, { userId }, stretch) => ({
    folders: await navigation.listTeams(db, userId, whose, stretch),
    total: await navigation.countTeams(db, userId, whose),
  })

const GROUPS: Record<NavigationLocation, ReadGroup> = {
  files: async (db, actor, stretch) => {
    const { folder } = await requireReadableFolder(db, actor, null)
    return {
      folders: await navigation.listFoldersBelow(db, folder.id, stretch, {}),
      total: folder.folder_count - (await navigation.countTeams(db, actor.userId, 'own')),
    }
  },
  'team-folders': teamGroup('own'),
  'shared-with-me': teamGroup('others'),
}

/** The next level comes along for as many as it is not too much for; the others are asked for later. */
async function withFoldersBelow(
  db: Db,
  levels: readonly Level<navigation.FolderNode>[],
  how: { order?: SortOrder | undefined; guestId?: string | null },
): Promise<Level[]> {
  const open = fittingBelow(levels.flatMap(level => level.folders))
  const lower = open.length > 0 ? await navigation.listAllFoldersBelow(db, open, how) : []
  const byParent = Map.groupBy(lower, node => node.parent_id)
  return levels.map(({ folders, total }) => ({
    folders: folders.map(node => ({ ...node, folders: byParent.get(node.id) ?? [] })),
    total,
  }))
}
