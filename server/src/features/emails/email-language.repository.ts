import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/**
 * Selects the language of emails to a user: the chosen one, or that of the browser of the last
 * sign-in. Null means the installation's. For queries that join `users` and `settings`.
 */
export const emailLanguage = (): RawBuilder<string | null> =>
  sql<string | null>`coalesce(settings.language, users.spoken_language)`

/** Returns the language of emails to a user, or null for the installation's. */
export async function findLanguage(db: Db, userId: string): Promise<string | null> {
  const query = db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select(emailLanguage().as('language'))
    .where('users.id', '=', userId)
  return (await query.executeTakeFirst())?.language ?? null
}
