import { type Kysely, sql } from 'kysely'
import type { DatabaseKind } from '../open.ts'

/** What decides whether and by what an item is found: now also the team folder that it lies in. */
const WATCHED = ['name', 'owner_id', 'team_id', 'blob_id', 'category', 'is_unindexed'] as const

/** The flat lists of a team folder's members, as 0005 made them for owners. */
const LISTED = [
  ['items_of_team_by_name', 'team_id, type, sort_name, id'],
  ['items_of_team_by_created', 'team_id, type, created_at, id'],
  ['items_of_team_by_size', 'team_id, type, size_bytes, id'],
] as const

/** Members find what lies in their team folders. Whatever lies in none pays nothing for it. */
export async function findInTeams(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const isLive = kind === 'sqlite' ? sql`is_unindexed = 0` : sql`trashed_at is null`
  for (const [name, columns] of LISTED)
    await sql`create index ${sql.ref(name)} on items (${sql.raw(columns)})
      where ${isLive} and team_id is not null`.execute(db)
  // This one also counts, and knows by itself what is trashed.
  await sql`create index items_of_team_by_updated
    on items (team_id, type, updated_at, id, trashed_at)
    where trashed_at is null and team_id is not null`.execute(db)
  // Finds everything of a team as well, trashed or not: what the index of teams alone was for.
  await sql`create index items_of_team_by_kind on items (team_id, category, trashed_at, updated_at)
    where team_id is not null`.execute(db)
  await db.schema.dropIndex('items_by_team').execute()
  await watchTeams(db, kind)
  await sql`insert into search_queue (item_id)
    select id from items where team_id is not null and is_unindexed = 0 order by id`.execute(db)
}

async function watchTeams(db: Kysely<unknown>, kind: DatabaseKind): Promise<void> {
  const watched = sql.raw(WATCHED.join(', '))
  const differs = kind === 'sqlite' ? 'is not' : 'is distinct from'
  const changed = sql.raw(
    WATCHED.map(column => `old.${column} ${differs} new.${column}`).join(' or '),
  )
  if (kind === 'sqlite') {
    await sql`drop trigger items_search_update`.execute(db)
    await sql`create trigger items_search_update after update of ${watched} on items
      when ${changed}
      begin insert into search_queue (item_id) values (new.id); end`.execute(db)
    return
  }
  await sql`drop trigger items_search_update on items`.execute(db)
  await sql`create trigger items_search_update after update of ${watched} on items
    for each row when (${changed}) execute function search_enqueue()`.execute(db)
}
