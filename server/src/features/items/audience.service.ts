import type { ItemType } from '@coffer/contract/items'
import type { Db } from '../../db/open.ts'
import { findLocations, findTeamMembers } from './audience.repository.ts'

export interface Audience {
  id: string
  type: ItemType
  parentId: string | null
  userIds: string[]
}

/**
 * Returns the users who may have each item open: its owner and its team. Deleted items are left
 * out.
 */
export async function findAudiences(db: Db, ids: readonly string[]): Promise<Audience[]> {
  const items = await findLocations(db, ids)
  const teamIds = new Set(items.flatMap(item => item.team_id ?? []))
  const members = await findTeamMembers(db, [...teamIds])
  return items.map(({ id, type, parent_id, owner_id, team_id }) => ({
    id,
    type,
    parentId: parent_id,
    userIds: [owner_id, ...(members.get(team_id ?? '') ?? [])],
  }))
}
