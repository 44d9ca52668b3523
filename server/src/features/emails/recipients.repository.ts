import type { Db } from '../../db/open.ts'
import { letterLanguage } from './email-language.repository.ts'

export interface Reader {
  /** Null: nobody knows. */
  language: 'en' | 'es' | null
  timezone: string | null
}

/** How whoever has an account with this address wants to be written to. */
export const findReader = (db: Db, email: string): Promise<Reader | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select([letterLanguage().as('language'), 'settings.timezone'])
    .where('users.email', '=', email)
    .executeTakeFirst()
