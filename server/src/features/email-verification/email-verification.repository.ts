import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import { emailLanguage } from '../emails/index.ts'

export interface EmailRecipient {
  id: string
  name: string
  email: string
  language: string | null
  isEmailVerified: boolean
}

const selectRecipients = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.email_verified'])
    .select(emailLanguage().as('language'))

const toRecipient = ({
  email_verified,
  ...row
}: Omit<EmailRecipient, 'isEmailVerified'> & {
  email_verified: boolean | 0 | 1
}): EmailRecipient => ({
  ...row,
  isEmailVerified: Boolean(email_verified),
})

export async function findByEmail(db: Db, email: string): Promise<EmailRecipient | undefined> {
  const row = await selectRecipients(db).where('users.email', '=', email).executeTakeFirst()
  return row && toRecipient(row)
}

export async function findRecipient(db: Db, userId: string): Promise<EmailRecipient> {
  const query = selectRecipients(db).where('users.id', '=', userId)
  return toRecipient(await query.executeTakeFirstOrThrow())
}

/** Whether a user has ever signed in, including by signing up. */
export async function hasSignedIn(db: Db, userId: string): Promise<boolean> {
  const query = db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('signed_in_at', 'is not', null)
  return (await query.executeTakeFirst()) !== undefined
}

/** Whether a user has been invited and has not accepted yet. */
export async function isInvited(db: Db, userId: string): Promise<boolean> {
  const query = db.selectFrom('user_invitations').select('user_id').where('user_id', '=', userId)
  return (await query.executeTakeFirst()) !== undefined
}

export const markEmailVerified = async (db: Db, userId: string): Promise<void> => {
  await db
    .updateTable('users')
    // SQLite stores 1 and PostgreSQL true for this expression.
    .set({ email_verified: sql<boolean>`(1 = 1)` })
    .where('id', '=', userId)
    .execute()
}
