import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { ShareEventTable } from '../../db/schema-sharing.ts'
import { type BulkFilter, inFolder, numberedIds } from '../items/index.ts'

export type EventRow = Selectable<ShareEventTable>

/** Inserts activity entries. */
export const insertEvents = async (db: Db, events: readonly EventRow[]): Promise<void> => {
  await db.insertInto('share_events').values(events).execute()
}

/** Inserts an entry for each item of a bulk selection, up to a limit. */
export async function insertItemEvents(
  db: Db,
  { id, share_id, kind, device, created_at }: Omit<EventRow, 'item_id' | 'name' | 'bytes'>,
  filter: BulkFilter,
  limit: number,
): Promise<void> {
  await sql`
    insert into share_events (id, share_id, kind, item_id, name, device, created_at)
    select ${numberedIds(id, sql`items.id`)}, ${share_id}, ${kind}, items.id, items.name,
      ${device}, cast(${created_at} as bigint)
    from items where ${inFolder(filter)} order by items.id limit ${limit}`.execute(db)
}

/** Number of activity entries of a share. */
export async function countEvents(db: Db, shareId: string): Promise<number> {
  const row = await db
    .selectFrom('share_events')
    .where('share_id', '=', shareId)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Counts events of some kinds since a time (milliseconds). */
export async function countSince(
  db: Db,
  shareId: string,
  kinds: readonly EventRow['kind'][],
  since: number,
): Promise<number> {
  const row = await db
    .selectFrom('share_events')
    .where('share_id', '=', shareId)
    .where('created_at', '>=', since)
    .where('kind', 'in', kinds)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** A page of a share's activity, newest first. */
export const listEvents = (
  db: Db,
  shareId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<EventRow[]> =>
  db
    .selectFrom('share_events')
    .selectAll()
    .where('share_id', '=', shareId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Deletes activity older than a time (milliseconds). */
export const deleteEventsBefore = async (db: Db, time: number): Promise<void> => {
  await db.deleteFrom('share_events').where('created_at', '<', time).execute()
}

/** Returns shares with more events than a maximum. */
export async function findOverfull(db: Db, maximum: number): Promise<string[]> {
  const rows = await db
    .selectFrom('share_events')
    .select('share_id')
    .groupBy('share_id')
    .having(eb => eb.fn.countAll(), '>', maximum)
    .execute()
  return rows.map(row => row.share_id)
}

/**
 * Deletes events of a share beyond its newest ones.
 * @returns the number of deleted events, at most `limit`
 */
export async function deleteSurplusEvents(
  db: Db,
  { shareId, maximum, limit }: { shareId: string; maximum: number; limit: number },
): Promise<number> {
  const surplus = db
    .selectFrom('share_events')
    .select('id')
    .where('share_id', '=', shareId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(maximum)
  const result = await db.deleteFrom('share_events').where('id', 'in', surplus).executeTakeFirst()
  return Number(result.numDeletedRows)
}
