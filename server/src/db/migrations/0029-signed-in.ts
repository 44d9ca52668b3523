import type { Kysely } from 'kysely'

/** When somebody last signed in: from the second time on an unknown device is worth telling. */
export const noteSignIns = (db: Kysely<unknown>): Promise<void> =>
  db.schema.alterTable('users').addColumn('signed_in_at', 'bigint').execute()
