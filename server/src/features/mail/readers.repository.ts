import type { Db } from '../../db/open.ts'

export interface Reader {
  /** Null: he never chose one. */
  language: 'en' | 'es' | null
  timezone: string | null
}

/** How whoever has an account with this address wants to be written to. */
export const findReader = (db: Db, email: string): Promise<Reader | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('user_settings', 'user_settings.user_id', 'users.id')
    .select(['user_settings.language', 'user_settings.timezone'])
    .where('users.email', '=', email)
    .executeTakeFirst()
