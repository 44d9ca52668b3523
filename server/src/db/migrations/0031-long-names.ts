import { type Kysely, sql } from 'kysely'

/** As much of a run of letters was found by its parts; now all of it is. */
const KNOWN_BEFORE = 80

/** Long names are indexed anew. */
export async function findLongNames(db: Kysely<unknown>): Promise<void> {
  await sql`insert into search_queue (item_id)
    select id from items
    where parent_id is not null and trashed_at is null and length(name) > ${KNOWN_BEFORE}
    order by created_at, id`.execute(db)
}
