import type { Insertable } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { UserAdministrationSchema } from '../../db/schema-user-administration.ts'

type Invitation = UserAdministrationSchema['user_invitations']

export const insertInvitation = async (db: Db, row: Insertable<Invitation>): Promise<void> => {
  await db.insertInto('user_invitations').values(row).execute()
}

export const findInvitation = (db: Db, userId: string) =>
  db.selectFrom('user_invitations').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const recordSending = async (
  db: Db,
  userId: string,
  sending: { link_id: string; sent_at: number; expires_at: number },
): Promise<void> => {
  await db.updateTable('user_invitations').set(sending).where('user_id', '=', userId).execute()
}

/** Deletes an invitation and returns it; of two concurrent calls only one gets it. */
export const takeInvitation = (db: Db, userId: string) =>
  db
    .deleteFrom('user_invitations')
    .where('user_id', '=', userId)
    .returning(['role', 'expires_at'])
    .executeTakeFirst()

export const setUserRole = async (db: Db, userId: string, role: 'admin' | 'user') => {
  await db.updateTable('users').set({ role }).where('id', '=', userId).execute()
}

/** Emails to the user are in this language until they sign in. */
export const setSpokenLanguage = async (db: Db, userId: string, language: string) => {
  await db
    .updateTable('users')
    .set({ spoken_language: language })
    .where('id', '=', userId)
    .execute()
}
