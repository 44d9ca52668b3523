import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open.ts'

/**
 * Which language somebody's letters are in: the one he has chosen, or else that of the browser he
 * signed in with last. Null leaves it to the installation. For queries of `users` and `settings`.
 */
export const emailLanguage = (): RawBuilder<'en' | 'es' | null> =>
  sql<'en' | 'es' | null>`coalesce(settings.language, users.spoken_language)`

export async function findLanguage(db: Db, userId: string): Promise<'en' | 'es' | null> {
  const query = db
    .selectFrom('users')
    .innerJoin('user_settings as settings', 'settings.user_id', 'users.id')
    .select(emailLanguage().as('language'))
    .where('users.id', '=', userId)
  return (await query.executeTakeFirst())?.language ?? null
}
