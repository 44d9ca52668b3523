import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * The author of the present state of a page, which its version keeps. Versions from before have the
 * name of the administrator who replaced them, and a copy of a name would outlive the account.
 */
export async function addPageAuthors(db: Kysely<unknown>): Promise<void> {
  for (const table of ['pages', 'page_versions'])
    await db.schema.alterTable(table).addColumn('author_id', 'text').execute()
  await (db as Kysely<Schema>).updateTable('page_versions').set({ author: null }).execute()
}
