import type { ItemType } from '@coffer/contract/items'
import type { Db } from '../../db/open.ts'
import { findLocations, findTeamMembers, type ItemLocation } from './audience.repository.ts'

export interface Audience {
  id: string
  type: ItemType
  parentId: string | null
  userIds: string[]
}

const audienceOf = (
  { id, type, parent_id, owner_id }: ItemLocation,
  members: readonly string[] = [],
): Audience => ({ id, type, parentId: parent_id, userIds: [owner_id, ...members] })

/**
 * Returns the users who may have each item open: its owner and its team. Deleted items are left
 * out.
 */
export async function findAudiences(db: Db, ids: readonly string[]): Promise<Audience[]> {
  const items = await findLocations(db, ids)
  const teamIds = new Set(items.flatMap(item => item.team_id ?? []))
  const members = await findTeamMembers(db, [...teamIds])
  return items.map(item => audienceOf(item, members.get(item.team_id ?? '')))
}

/** As `findAudiences`, for what only the owner of an item sees. */
export async function findOwnerAudiences(db: Db, ids: readonly string[]): Promise<Audience[]> {
  const items = await findLocations(db, ids)
  return items.map(item => audienceOf(item))
}
