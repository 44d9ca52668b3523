import type { PlanSnapshot } from '@coffer/contract/plans'
import { LIVE_STATUSES } from '@coffer/contract/subscriptions'
import type { OperandValueExpressionOrList } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import type { Db } from '../../db/open.ts'
import type { Schema } from '../../db/schema.ts'
import { ROWS_PER_STATEMENT } from '../../db/write-in-batches.ts'
import { inBatches } from '../../lib/batches.ts'

export interface PersonView {
  id: string
  name: string
  email: string
  color: string
  avatar_key: string | null
  permission: 'owner' | 'can_edit' | 'can_view'
}

const selectPeople = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email'])
    .select(['user_settings.color', 'user_settings.avatar_key'])

export const findPerson = (db: Db, userId: string): Promise<Omit<PersonView, 'permission'>> =>
  selectPeople(db).where('users.id', '=', userId).executeTakeFirstOrThrow()

/** Returns the users who have one of the addresses. */
export const findByEmails = (db: Db, emails: readonly string[]) =>
  selectPeople(db).where('users.email', 'in', emails).execute()

export type MemberView = PersonView & { permission: 'can_edit' | 'can_view' }

/** Returns the members of a team folder without its owner, in the order in which they joined. */
export const findMembers = (db: Db, folderId: string): Promise<MemberView[]> =>
  selectPeople(db)
    .innerJoin('team_members', 'team_members.user_id', 'users.id')
    .select('team_members.permission')
    .where('team_members.folder_id', '=', folderId)
    .orderBy('team_members.created_at')
    .orderBy('users.id')
    .execute()

export async function insertMember(
  db: Db,
  member: {
    folder_id: string
    user_id: string
    permission: 'can_edit' | 'can_view'
    created_at: number
  },
): Promise<void> {
  const { permission } = member
  await db
    .insertInto('team_members')
    .values(member)
    .onConflict(oc => oc.columns(['folder_id', 'user_id']).doUpdateSet({ permission }))
    .execute()
}

export async function changeMembers(
  db: Db,
  folderId: string,
  userIds: readonly string[],
  permission: 'can_edit' | 'can_view',
): Promise<void> {
  for (const batch of inBatches(userIds, ROWS_PER_STATEMENT))
    await db
      .updateTable('team_members')
      .set({ permission })
      .where('folder_id', '=', folderId)
      .where('user_id', 'in', batch)
      .execute()
}

/** Removes members with their favourites in the folder, and notifies them. */
export async function deleteMembers(
  db: Db,
  folderId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  recordChange(db, 'team', userIds)
  for (const batch of inBatches(userIds, ROWS_PER_STATEMENT)) {
    await db
      .deleteFrom('team_members')
      .where('folder_id', '=', folderId)
      .where('user_id', 'in', batch)
      .execute()
    await db
      .deleteFrom('favourites')
      .where('user_id', 'in', batch)
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('items')
            .select('items.id')
            .whereRef('items.id', '=', 'favourites.item_id')
            .where('items.team_id', '=', folderId),
        ),
      )
      .execute()
  }
}

/**
 * Selects the addresses that count for owners: members of their team folders and invited ones, each
 * once.
 * @param owners ids, or a query of them
 */
export function countedEmails(
  db: Db,
  owners: OperandValueExpressionOrList<Schema, 'items', 'items.owner_id'>,
) {
  const teams = db
    .selectFrom('items')
    .where('items.owner_id', 'in', owners)
    .whereRef('items.id', '=', 'items.team_id')
  return teams
    .innerJoin('team_members', 'team_members.folder_id', 'items.id')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['items.owner_id', 'users.email'])
    .union(
      teams
        .innerJoin('team_invitations', 'team_invitations.folder_id', 'items.id')
        .select(['items.owner_id', 'team_invitations.email'])
        .where('team_invitations.status', '=', 'pending'),
    )
}

/** Returns the addresses that count toward an owner's limit. */
export async function findCountedEmails(db: Db, ownerId: string): Promise<string[]> {
  const rows = await countedEmails(db, [ownerId]).execute()
  return rows.map(row => row.email)
}

/** The limits of the fixed plan that the owner subscribes to. */
export async function findPlanOf(
  db: Db,
  ownerId: string,
): Promise<Pick<PlanSnapshot, 'max_team_members'> | undefined> {
  const row = await db
    .selectFrom('subscriptions')
    .select('plan_snapshot')
    .where('user_id', '=', ownerId)
    .where('type', '=', 'fixed')
    .where('status', 'in', LIVE_STATUSES)
    .executeTakeFirst()
  return row && (JSON.parse(row.plan_snapshot) as PlanSnapshot)
}
