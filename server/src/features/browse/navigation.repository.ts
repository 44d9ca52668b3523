import type { Db } from '../../db/open.ts'
import { nameKey } from '../../lib/item-names.ts'
import { type ItemView, isListed } from '../items/index.ts'
import { SORT_COLUMNS, type SortOrder, SQL_DIRECTIONS } from './browse.repository.ts'

export interface FolderNode {
  id: string
  parent_id: string
  owner_id: string
  name: string
  emoji: string | null
  color: string | null
  team_id: string | null
  folder_count: number
  file_count: number
  /** The viewer's permission in it as a member of its team. */
  team_permission?: ItemView['team_permission']
}

/** A range of a level, or its folder with a name. */
export interface RowRange {
  offset: number
  limit: number
  name?: string | undefined
}

const NODE = [
  'id',
  'parent_id',
  'owner_id',
  'name',
  'emoji',
  'color',
  'team_id',
  'folder_count',
  'file_count',
] as const

const BY_NAME: SortOrder = { sort: 'name', direction: 'ASC' }

/** A user's own team folders, or those of others that they are a member of. */
function teamsOf(db: Db, userId: string, side: 'own' | 'others') {
  const live = db.selectFrom('items').where('trashed_at', 'is', null)
  if (side === 'own') return live.where('owner_id', '=', userId).whereRef('id', '=', 'team_id')
  const membershipIds = db
    .selectFrom('team_members')
    .select('folder_id')
    .where('user_id', '=', userId)
  return live.where('id', 'in', membershipIds)
}

export const listTeams = (
  db: Db,
  userId: string,
  side: 'own' | 'others',
  { offset, limit, name }: RowRange,
): Promise<FolderNode[]> =>
  teamsOf(db, userId, side)
    .select(NODE)
    .select(eb =>
      eb
        .selectFrom('team_members')
        .select('permission')
        .whereRef('team_members.folder_id', '=', 'items.id')
        .where('team_members.user_id', '=', userId)
        .as('team_permission'),
    )
    .$if(name !== undefined, q => q.where('name_key', '=', nameKey(name ?? '')))
    .orderBy('sort_name')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .$narrowType<{ parent_id: string }>()
    .execute()

export async function countTeams(db: Db, userId: string, side: 'own' | 'others'): Promise<number> {
  const { count } = await teamsOf(db, userId, side)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Options of a level; a guest id limits it to the guest's own folders. */
interface LevelOptions {
  order?: SortOrder | undefined
  guestId?: string | null | undefined
}

/** Live folders except team folders, which the navigation lists in a group of their own. */
const foldersBelow = (
  db: Db,
  { order: { sort, direction } = BY_NAME, guestId = null }: LevelOptions,
) =>
  db
    .selectFrom('items')
    .select(NODE)
    .where('type', '=', 'folder')
    .where(isListed(db))
    .where(eb => eb.or([eb('team_id', 'is', null), eb('team_id', '<>', eb.ref('id'))]))
    .$if(guestId !== null, q => q.where('guest_id', '=', guestId))
    .orderBy(SORT_COLUMNS[sort], SQL_DIRECTIONS[direction])
    .orderBy('id', SQL_DIRECTIONS[direction])
    .$narrowType<{ parent_id: string }>()

/** Reads a range of the folders directly below one. */
export const listFoldersBelow = (
  db: Db,
  parentId: string,
  { offset, limit, name }: RowRange,
  options: LevelOptions,
): Promise<FolderNode[]> =>
  foldersBelow(db, options)
    .where('parent_id', '=', parentId)
    .$if(name !== undefined, q => q.where('name_key', '=', nameKey(name ?? '')))
    .limit(limit)
    .offset(offset)
    .execute()

/** Reads all folders directly below any of the given ones. */
export const listAllFoldersBelow = (
  db: Db,
  parentIds: readonly string[],
  options: LevelOptions,
): Promise<FolderNode[]> => foldersBelow(db, options).where('parent_id', 'in', parentIds).execute()
