import type { Selectable } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { TeamInvitationTable } from '../../db/schema-sharing.ts'
import type { ItemCondition } from '../items/index.ts'

export type InvitationRow = Selectable<TeamInvitationTable>

/** Each row has eight values, and a statement takes a thousand. */
export const insertInvitations = async (db: Db, rows: readonly InvitationRow[]): Promise<void> => {
  if (rows.length > 0) await db.insertInto('team_invitations').values(rows).execute()
}

/** Returns the invitations that are not answered yet. */
export const findPending = (db: Db, folderId: string): Promise<InvitationRow[]> =>
  db
    .selectFrom('team_invitations')
    .selectAll()
    .where('folder_id', '=', folderId)
    .where('status', '=', 'pending')
    .orderBy('created_at')
    .orderBy('email')
    .execute()

/** Returns the open invitations to the selected team folders. */
export const findPendingTo = (db: Db, selection: ItemCondition): Promise<InvitationRow[]> =>
  db
    .selectFrom('team_invitations')
    .selectAll()
    .where('status', '=', 'pending')
    .where('folder_id', 'in', eb =>
      eb
        .selectFrom('items')
        .select('items.id')
        .whereRef('items.id', '=', 'items.team_id')
        .where(selection),
    )
    .execute()

export async function deletePending(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('team_invitations')
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .execute()
}

export const deleteOfFolder = async (db: Db, folderId: string): Promise<void> => {
  await db.deleteFrom('team_invitations').where('folder_id', '=', folderId).execute()
}

export async function changePending(
  db: Db,
  ids: readonly string[],
  permission: 'can_edit' | 'can_view',
): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('team_invitations').set({ permission }).where('id', 'in', ids).execute()
}

const selectViews = (db: Db) =>
  db
    .selectFrom('team_invitations')
    .innerJoin('items', 'items.id', 'team_invitations.folder_id')
    .innerJoin('users as inviter', 'inviter.id', 'team_invitations.inviter_id')
    .innerJoin('user_settings as settings', 'settings.user_id', 'inviter.id')
    .selectAll('team_invitations')
    .select(['items.name as folder_name', 'items.emoji as folder_emoji', 'items.owner_id'])
    .select(['inviter.name as inviter_name', 'settings.color as inviter_color'])
    .where('items.trashed_at', 'is', null)

export type InvitationView = InvitationRow & {
  folder_name: string
  folder_emoji: string | null
  owner_id: string
  inviter_name: string
  inviter_color: string
}

/** Invitations to folders in the trash are not found. */
export const findInvitation = (db: Db, id: string): Promise<InvitationView | undefined> =>
  selectViews(db).where('team_invitations.id', '=', id).executeTakeFirst()

export const findPendingFor = (db: Db, email: string): Promise<InvitationView[]> =>
  selectViews(db)
    .where('team_invitations.email', '=', email)
    .where('team_invitations.status', '=', 'pending')
    .orderBy('team_invitations.id')
    .execute()

export const answerInvitation = async (
  db: Db,
  id: string,
  status: 'accepted' | 'declined',
  now: number,
): Promise<void> => {
  await db
    .updateTable('team_invitations')
    .set({ status, answered_at: now })
    .where('id', '=', id)
    .execute()
}
