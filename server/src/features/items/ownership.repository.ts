import { type RawBuilder, sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'

/** A selection of ids: what comes to lie somewhere else. */
export type TopIds = RawBuilder<unknown>

export const theseIds = (ids: readonly string[]): TopIds =>
  sql`select id from items where id in (${sql.join(ids)})`

interface Folder {
  id: string
  owner_id: string
  team_id: string | null
}

/** What one call has placed in a folder, by the time that is its own, and is not the folder's yet. */
export const placedItemsIn = ({ id, owner_id, team_id }: Folder, at: number): TopIds =>
  sql`select id from items where parent_id = ${id} and trashed_at is null and placed_at = ${at}
    and (owner_id <> ${owner_id} or coalesce(team_id, '') <> ${team_id ?? ''})`

/** With everything below; what was removed from there goes back there, and so goes along. */
const all = (db: Db, tops: TopIds) => sql`
  with recursive below(id) as (
    ${tops}
    union all
    select items.id from below ${indexedJoin(db, 'join', 'items', sql`items.parent_id = below.id`)}
  )`

/** With everything live below. */
const live = (db: Db, tops: TopIds) => sql`
  with recursive below(id) as (
    ${tops}
    union all
    select items.id from below
    ${indexedJoin(db, 'join', 'items', sql`items.parent_id = below.id and items.trashed_at is null`)}
  )`

/** Says which team folder they lie in; null takes them out of any. */
export async function setTeam(db: Db, tops: TopIds, teamId: string | null): Promise<void> {
  await sql`${all(db, tops)}
    update items set team_id = ${teamId} where id in (select id from below)`.execute(db)
}

/** Takes everything out of a team folder at once, wherever it lies. */
export const endTeam = async (db: Db, teamId: string): Promise<void> => {
  await db.updateTable('items').set({ team_id: null }).where('team_id', '=', teamId).execute()
}

/** What came out of the trash to the top of an owner's files, and lay in a team folder before. */
export const findRestoredOutsideTeam = (homeId: string): TopIds =>
  sql`select id from items where parent_id = ${homeId} and trashed_at is null
    and team_id is not null and team_id <> id`

/** How many bytes an owner gives away with them, versions included. */
export async function sumTreeSizes(db: Db, tops: TopIds): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`${live(db, tops)}
    select coalesce(sum(bytes), 0) as bytes from (
      select size_bytes as bytes from items where id in (select id from below)
      union all
      select size_bytes from item_versions where item_id in (select id from below)
    ) as held`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/**
 * Gives them to another owner, with everything live below. What their owner removed before stays in
 * his trash and loses only its place; his links to them end, and so do requests that filled them.
 */
export async function updateTreeOwner(
  db: Db,
  tops: TopIds,
  { ownerId, teamId }: { ownerId: string; teamId: string | null },
): Promise<void> {
  const given = live(db, tops)
  await sql`${given}
    update items set parent_id = owner_id
    where trashed_at is not null and parent_id in (select id from below)`.execute(db)
  await sql`${given} delete from shares where item_id in (select id from below)`.execute(db)
  await sql`${given}
    update upload_requests set folder_id = null
    where folder_id in (select id from below)`.execute(db)
  await sql`${given}
    update items set owner_id = ${ownerId}, team_id = ${teamId}
    where id in (select id from below)`.execute(db)
}

/** The team folders among these, with the people who are told when they come, go, or look different. */
export async function recordTeamChanges(db: Db, teamIds: readonly string[]): Promise<void> {
  if (teamIds.length === 0) return
  const members = await db
    .selectFrom('team_members')
    .select('user_id')
    .where('folder_id', 'in', teamIds)
    .execute()
  recordChange(
    db,
    'team',
    members.map(row => row.user_id),
  )
}

/** By an index that holds nothing else. */
export async function findOwnTeams(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where('owner_id', '=', ownerId)
    .whereRef('id', '=', 'team_id')
    .where('trashed_at', 'is', null)
    .execute()
  return rows.map(row => row.id)
}
