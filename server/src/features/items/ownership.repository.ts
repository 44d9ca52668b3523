import { type RawBuilder, sql } from 'kysely'
import { recordChange } from '../../db/changes.ts'
import { indexedJoin } from '../../db/indexed-join.ts'
import type { Db } from '../../db/open.ts'
import { writeInBatches } from '../../db/write-in-batches.ts'

/** A condition on `items`. */
export type ItemCondition = RawBuilder<boolean>

/** A query of item ids: the tops of the trees to change. */
export type TopIds = RawBuilder<unknown>

export const idsIn = (ids: readonly string[]): TopIds =>
  sql`select id from items where id in (${sql.join(ids)})`

interface Folder {
  id: string
  owner_id: string
  team_id: string | null
}

/**
 * Items that a call placed in a folder, by its placing time, and that do not belong to its owner or
 * team yet.
 */
export const placedItemsIn = ({ id, owner_id, team_id }: Folder, at: number): TopIds =>
  sql`select id from items where parent_id = ${id} and trashed_at is null and placed_at = ${at}
    and (owner_id <> ${owner_id} or coalesce(team_id, '') <> ${team_id ?? ''})`

/** The items and everything below, trashed items too: they are restored to the same folder. */
const all = (db: Db, tops: TopIds) => sql`
  with recursive below(id) as (
    ${tops}
    union all
    select items.id from below ${indexedJoin(db, 'join', 'items', sql`items.parent_id = below.id`)}
  )`

/** The items and everything live below. */
const live = (db: Db, tops: TopIds) => sql`
  with recursive below(id) as (
    ${tops}
    union all
    select items.id from below
    ${indexedJoin(db, 'join', 'items', sql`items.parent_id = below.id and items.trashed_at is null`)}
  )`

/** Sets the team folder of trees; null removes them from any. */
export async function setTeam(db: Db, tops: TopIds, teamId: string | null): Promise<void> {
  await writeInBatches(db, sql`${all(db, tops)} select id from below`, ['id'], ids =>
    sql`update items set team_id = ${teamId} where id in (${ids})`.execute(db),
  )
}

/** Removes everything from a team folder at once, wherever it lies. */
export const endTeam = async (db: Db, teamId: string): Promise<void> => {
  await writeInBatches(db, sql`select id from items where team_id = ${teamId}`, ['id'], ids =>
    sql`update items set team_id = null where id in (${ids})`.execute(db),
  )
}

/**
 * Items that were restored to the owner's root but still carry the id of the team folder they were
 * in.
 */
export const findRestoredOutsideTeam = (homeId: string): TopIds =>
  sql`select id from items where parent_id = ${homeId} and trashed_at is null
    and team_id is not null and team_id <> id`

/** Sums the bytes of live trees, versions included. */
export async function sumTreeSizes(db: Db, tops: TopIds): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`${live(db, tops)}
    select coalesce(sum(bytes), 0) as bytes from (
      select size_bytes as bytes from items where id in (select id from below)
      union all
      select size_bytes from item_versions where item_id in (select id from below)
    ) as sizes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

/** Trashed items stay with their owner and lose their location when its folder gets another owner. */
export const detachTrashed = (db: Db, folders: RawBuilder<unknown>): Promise<void> =>
  writeInBatches(
    db,
    sql`select id from items where trashed_at is not null and parent_id in (${folders})`,
    ['id'],
    ids => sql`update items set parent_id = owner_id where id in (${ids})`.execute(db),
  )

/**
 * Gives live trees to another owner. Trashed items in them stay in the previous owner's trash and
 * lose their location. Their shares and upload requests end.
 */
export async function updateTreeOwner(
  db: Db,
  tops: TopIds,
  { ownerId, teamId }: { ownerId: string; teamId: string | null },
): Promise<void> {
  await writeInBatches(db, sql`${live(db, tops)} select id from below`, ['id'], async ids => {
    await detachTrashed(db, ids)
    await sql`delete from shares where item_id in (${ids})`.execute(db)
    await sql`update upload_requests set folder_id = null where folder_id in (${ids})`.execute(db)
    await sql`update items set owner_id = ${ownerId}, team_id = ${teamId}
      where id in (${ids})`.execute(db)
  })
}

/** Notifies the members of team folders that were added, removed or changed in appearance. */
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

/** Reads a partial index that holds only team folders. */
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
