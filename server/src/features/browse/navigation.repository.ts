import type { Db } from '../../db/open.ts'
import { nameKey } from '../../lib/item-names.ts'
import { type ItemView, isListed } from '../items/index.ts'
import { SORT_COLUMNS, type SortOrder, WORDS } from './browse.repository.ts'

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
  /** What whoever asks may do in it as a member of its team. */
  team_permission?: ItemView['team_permission']
}

/** A stretch of a level, or what has a name in it. */
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

/** Somebody's own team folders, or those that others let him into. */
function teamsOf(db: Db, userId: string, whose: 'own' | 'others') {
  const live = db.selectFrom('items').where('trashed_at', 'is', null)
  if (whose === 'own') return live.where('owner_id', '=', userId).whereRef('id', '=', 'team_id')
  const joined = db.selectFrom('team_members').select('folder_id').where('user_id', '=', userId)
  return live.where('id', 'in', joined)
}

export const listTeams = (
  db: Db,
  userId: string,
  whose: 'own' | 'others',
  { offset, limit, name }: RowRange,
): Promise<FolderNode[]> =>
  teamsOf(db, userId, whose)
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

export async function countTeams(db: Db, userId: string, whose: 'own' | 'others'): Promise<number> {
  const { count } = await teamsOf(db, userId, whose)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A guest knows of what he brought himself alone. */
interface Below {
  order?: SortOrder | undefined
  guestId?: string | null | undefined
}

/** Live folders. A team folder is nobody's below: it stands in a group of its own. */
const foldersBelow = (db: Db, { order: { sort, direction } = BY_NAME, guestId = null }: Below) =>
  db
    .selectFrom('items')
    .select(NODE)
    .where('type', '=', 'folder')
    .where(isListed(db))
    .where(eb => eb.or([eb('team_id', 'is', null), eb('team_id', '<>', eb.ref('id'))]))
    .$if(guestId !== null, q => q.where('guest_id', '=', guestId))
    .orderBy(SORT_COLUMNS[sort], WORDS[direction])
    .orderBy('id', WORDS[direction])
    .$narrowType<{ parent_id: string }>()

/** A stretch of the folders directly below one. */
export const listFoldersBelow = (
  db: Db,
  parentId: string,
  { offset, limit, name }: RowRange,
  how: Below,
): Promise<FolderNode[]> =>
  foldersBelow(db, how)
    .where('parent_id', '=', parentId)
    .$if(name !== undefined, q => q.where('name_key', '=', nameKey(name ?? '')))
    .limit(limit)
    .offset(offset)
    .execute()

/** All those directly below any of the given ones. */
export const listAllFoldersBelow = (
  db: Db,
  parentIds: readonly string[],
  how: Below,
): Promise<FolderNode[]> => foldersBelow(db, how).where('parent_id', 'in', parentIds).execute()
