import { type RawBuilder, sql } from 'kysely'

/**
 * Which language somebody's letters are in: the one he has chosen, or else that of the browser he
 * signed in with last. Null leaves it to the installation. For queries of `users` and `settings`.
 */
export const letterLanguage = (): RawBuilder<'en' | 'es' | null> =>
  sql<'en' | 'es' | null>`coalesce(settings.language, users.spoken_language)`
