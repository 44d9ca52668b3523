import { type Kysely, sql } from 'kysely'

/** Indexes items with document values again, because these have tokens of their own now. */
export async function queueDocumentValues(db: Kysely<unknown>): Promise<void> {
  await sql`insert into search_queue (item_id) select distinct item_id from document_values`.execute(
    db,
  )
}
