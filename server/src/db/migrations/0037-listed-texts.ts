import { type Kysely, sql } from 'kysely'

/**
 * Lists all texts, whose tokens are created again by a job, and queues items with document values:
 * both lacked words of scripts without spaces. Separate from the table, whose creation locks the
 * contents until its transaction ends.
 */
export async function listStaleTexts(db: Kysely<unknown>): Promise<void> {
  await sql`insert into search_stale_texts (blob_id)
    select blob_id from search_texts where tokens <> ''`.execute(db)
  await sql`insert into search_queue (item_id) select distinct item_id from document_values`.execute(
    db,
  )
}
