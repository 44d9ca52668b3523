import type { Kysely } from 'kysely'

/** The language of the browser that somebody signed in with last: letters to him are in it. */
export const noteSpokenLanguages = (db: Kysely<unknown>): Promise<void> =>
  db.schema.alterTable('users').addColumn('spoken_language', 'text').execute()
