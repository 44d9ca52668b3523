import { sql } from 'kysely'
import { databaseTime } from '../../db/database-time.ts'
import type { Db } from '../../db/open.ts'
import type { RemoteUploadRow } from '../../db/schema.ts'
import { inBatches } from '../../lib/batches.ts'

/** A row has 18 values, and a statement takes a thousand parameters. */
const ROWS_AT_ONCE = 50

/** Inserts uploads in batches. */
export async function insertAll(db: Db, rows: readonly RemoteUploadRow[]): Promise<void> {
  for (const batch of inBatches(rows, ROWS_AT_ONCE))
    await db.insertInto('remote_uploads').values(batch).execute()
}

const unfinishedOf = (db: Db, userId: string) =>
  db
    .selectFrom('remote_uploads')
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'running'])

/** A user's waiting and running uploads. */
export const findUnfinished = (
  db: Db,
  userId: string,
): Promise<Pick<RemoteUploadRow, 'url' | 'parent_id' | 'state'>[]> =>
  unfinishedOf(db, userId).select(['url', 'parent_id', 'state']).execute()

export interface Actor {
  id: string
  name: string
  role: 'admin' | 'user'
  two_factor_confirmed_at: string | Date | null
}

/** The user for whom a job fetches files; undefined while the user is suspended. */
export const findUser = (db: Db, userId: string): Promise<Actor | undefined> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'two_factor_confirmed_at'])
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst()

export type RunningUpload = RemoteUploadRow & {
  /** Milliseconds since its process last updated it, by the clock of the database. */
  idle_ms: number
}

/** A user's running upload, if any; there is one at most. */
export const findRunning = (db: Db, userId: string): Promise<RunningUpload | undefined> =>
  db
    .selectFrom('remote_uploads')
    .selectAll()
    .select(sql<number>`${databaseTime(db)} - updated_at`.as('idle_ms'))
    .where('user_id', '=', userId)
    .where('state', '=', 'running')
    .executeTakeFirst()

/** The waiting upload that is due first. */
export const findNext = (db: Db, userId: string): Promise<RemoteUploadRow | undefined> =>
  db
    .selectFrom('remote_uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .orderBy('run_at')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()

export type Change = Partial<
  Omit<
    RemoteUploadRow,
    'id' | 'user_id' | 'owner_id' | 'parent_id' | 'url' | 'position' | 'created_at'
  >
>

/** Updates an upload whatever its state. */
export const update = async (db: Db, id: string, change: Change): Promise<void> => {
  await db.updateTable('remote_uploads').set(change).where('id', '=', id).execute()
}

/** A change of a running attempt, with the time by the clock of the database. */
const touched = (db: Db, change: Change) => ({ ...change, updated_at: databaseTime(db) })

/** Starts an attempt of an upload. */
export const startRunning = async (db: Db, id: string, change: Change): Promise<void> => {
  await db
    .updateTable('remote_uploads')
    .set(touched(db, { ...change, state: 'running' }))
    .where('id', '=', id)
    .execute()
}

/** Shows that an attempt is still running. @returns false when it was cancelled or taken over */
export const keepRunning = (
  db: Db,
  attempt: Pick<RemoteUploadRow, 'id' | 'blob_id'>,
  change: Change,
): Promise<boolean> => updateActive(db, attempt, touched(db, change))

/** Updates a running attempt. @returns false when it was cancelled or taken over */
export async function updateActive(
  db: Db,
  { id, blob_id }: Pick<RemoteUploadRow, 'id' | 'blob_id'>,
  change: Change | ReturnType<typeof touched>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('remote_uploads')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('blob_id', '=', blob_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface Counts {
  total: number
  processed: number
  failed: number
}

/** Numbers of a user's uploads: total, processed and failed. */
export async function countAll(db: Db, userId: string): Promise<Counts> {
  const row = await db
    .selectFrom('remote_uploads')
    .where('user_id', '=', userId)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(case when state in ('done', 'failed') then 1 end)`.as('processed'),
      sql<number>`count(case when state = 'failed' then 1 end)`.as('failed'),
    ])
    .executeTakeFirstOrThrow()
  return {
    total: Number(row.total),
    processed: Number(row.processed),
    failed: Number(row.failed),
  }
}

/** The file that was finished last. */
export const findLastDone = (
  db: Db,
  userId: string,
): Promise<Pick<RemoteUploadRow, 'name' | 'user_id' | 'parent_id'> | undefined> =>
  db
    .selectFrom('remote_uploads')
    .select(['name', 'user_id', 'parent_id'])
    .where('user_id', '=', userId)
    .where('state', '=', 'done')
    .orderBy('updated_at', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A user's failed uploads in the order of their links. */
const failedOf = (db: Db, userId: string, limit: number) =>
  db
    .selectFrom('remote_uploads')
    .where('user_id', '=', userId)
    .where('state', '=', 'failed')
    .orderBy('created_at')
    .orderBy('position')
    .limit(limit)

export const findFailed = (db: Db, userId: string, limit: number): Promise<RemoteUploadRow[]> =>
  failedOf(db, userId, limit).selectAll().execute()

/** Changes failed uploads, up to a limit; their folders may have other owners by now. */
export const updateFailed = async (
  db: Db,
  userId: string,
  limit: number,
  change: Change,
): Promise<void> => {
  await db
    .updateTable('remote_uploads')
    .set(eb => ({
      ...change,
      owner_id: eb.fn.coalesce(
        eb
          .selectFrom('items')
          .whereRef('items.id', '=', 'remote_uploads.parent_id')
          .select('items.owner_id'),
        'remote_uploads.owner_id',
      ),
    }))
    .where('id', 'in', failedOf(db, userId, limit).select('id'))
    .execute()
}

/** Deletes failed uploads of a link that is unfinished, or failed before, for the same folder. */
export async function deleteRepeated(db: Db, userId: string): Promise<void> {
  const own = db.selectFrom('remote_uploads').where('user_id', '=', userId)
  const failed = db
    .deleteFrom('remote_uploads')
    .where('user_id', '=', userId)
    .where('state', '=', 'failed')
    .where('parent_id', 'is not', null)
  await failed
    .where('id', 'not in', () =>
      own
        .where('state', '=', 'failed')
        .groupBy(['url', 'parent_id'])
        .select(({ fn }) => fn.min('id').as('first')),
    )
    .execute()
  await failed
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('url', 'parent_id'),
        'in',
        own
          .where('state', 'in', ['waiting', 'running'])
          .select(['url', 'parent_id'])
          .$asTuple('url', 'parent_id'),
      ),
    )
    .execute()
}

/** Uploads of other users into folders that `to` has received from `from`. */
const receivedFrom = (db: Db, { from, to }: { from: string; to: string }) =>
  sql<boolean>`owner_id = ${from} and user_id <> ${from}
    and parent_id in ${db.selectFrom('items').select('id').where('owner_id', '=', to)}`

/** Finds the running ones of these uploads. */
export const findRunningInReceived = (
  db: Db,
  parties: { from: string; to: string },
): Promise<RemoteUploadRow[]> =>
  db
    .selectFrom('remote_uploads')
    .selectAll()
    .where(receivedFrom(db, parties))
    .where('state', '=', 'running')
    .execute()

/** Gives uploads of other users to the owner who has received their folders. */
export const changeOwner = async (db: Db, parties: { from: string; to: string }): Promise<void> => {
  await db
    .updateTable('remote_uploads')
    .set({ owner_id: parties.to })
    .where(receivedFrom(db, parties))
    .execute()
}

export const deleteDone = async (db: Db, userId: string): Promise<void> => {
  await db
    .deleteFrom('remote_uploads')
    .where('user_id', '=', userId)
    .where('state', '=', 'done')
    .execute()
}

/** Deletes all uploads of a user. @returns those whose reservation must be released */
export async function deleteAll(
  db: Db,
  userId: string,
): Promise<Pick<RemoteUploadRow, 'owner_id' | 'reserved_bytes'>[]> {
  const rows = await db
    .deleteFrom('remote_uploads')
    .where('user_id', '=', userId)
    .returning(['owner_id', 'reserved_bytes'])
    .execute()
  return rows.filter(row => row.reserved_bytes > 0)
}

/** Deletes finished uploads that have not changed since a time. */
export const deleteFinished = async (db: Db, before: number): Promise<void> => {
  await db
    .deleteFrom('remote_uploads')
    .where('updated_at', '<', before)
    .where('state', 'in', ['done', 'failed'])
    .execute()
}

/** Users whose uploads are long overdue. */
export async function findOverdueUsers(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('remote_uploads')
    .select('user_id')
    .where('state', 'in', ['waiting', 'running'])
    .groupBy('user_id')
    .having(eb => eb.fn.max('updated_at'), '<', before)
    .execute()
  return rows.map(row => row.user_id)
}
