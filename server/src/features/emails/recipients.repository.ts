import type { Db } from '../../db/open.ts'
import { emailLanguage } from './email-language.repository.ts'

export interface RecipientRow {
  /** Null when unknown. */
  language: string | null
  timezone: string | null
}

/** Returns the language and time zone of the user with an address. */
export const findRecipientByEmail = (db: Db, email: string): Promise<RecipientRow | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select([emailLanguage().as('language'), 'settings.timezone'])
    .where('users.email', '=', email)
    .executeTakeFirst()

/** Returns the address of a user. */
export async function findAddress(db: Db, userId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.email
}
