import type { Db } from '../../db/open.ts'
import type { ItemRow } from '../../db/schema.ts'

export type ItemLocation = Pick<ItemRow, 'id' | 'type' | 'parent_id' | 'owner_id' | 'team_id'>

/** Reads the owner, team and parent of items, without the folders above. */
export const findLocations = (db: Db, ids: readonly string[]): Promise<ItemLocation[]> =>
  db
    .selectFrom('items')
    .select(['id', 'type', 'parent_id', 'owner_id', 'team_id'])
    .where('id', 'in', ids)
    .execute()

/** Returns the member ids of each team folder, owners excluded. */
export async function findTeamMembers(
  db: Db,
  teamIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (teamIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('team_members')
    .select(['folder_id', 'user_id'])
    .where('folder_id', 'in', teamIds)
    .execute()
  const byTeam = Map.groupBy(rows, row => row.folder_id)
  return new Map([...byTeam].map(([id, members]) => [id, members.map(row => row.user_id)]))
}
