import { sql } from 'kysely'
import type { Db } from '../../db/open.ts'
import type { UserTaskRow } from '../../db/schema-user-administration.ts'
import { inBatches } from '../../lib/batches.ts'
import type { usersWithPaid } from '../subscriptions/index.ts'
import { type DirectoryFilter, matchingIds } from '../user-directory/index.ts'

export interface NewTask {
  id: string
  kind: UserTaskRow['kind']
  work: object
  actorId: string
  total: number
  now: number
}

export const insertTask = async (
  db: Db,
  { id, kind, work, actorId, total, now }: NewTask,
): Promise<void> => {
  await db
    .insertInto('user_tasks')
    .values({
      id,
      kind,
      state: 'waiting',
      work: JSON.stringify(work),
      actor_id: actorId,
      total,
      created_at: now,
      finished_at: null,
    })
    .execute()
}

export const findTask = (db: Db, id: string): Promise<UserTaskRow | undefined> =>
  db.selectFrom('user_tasks').selectAll().where('id', '=', id).executeTakeFirst()

const ROWS_PER_STATEMENT = 500

/** Stores the rows that the job of a task processes. */
export async function insertRows(db: Db, taskId: string, rows: readonly string[]): Promise<void> {
  const numbered = rows.map((row, number) => ({ task_id: taskId, number, row }))
  for (const batch of inBatches(numbered, ROWS_PER_STATEMENT))
    await db.insertInto('user_task_rows').values(batch).execute()
}

/** Stores the ids of all users that match a filter. @returns their number */
export async function insertMatching(
  db: Db,
  taskId: string,
  filter: DirectoryFilter,
  except: readonly string[],
): Promise<number> {
  const ids = matchingIds(db, filter).as('matching')
  let query = db
    .selectFrom(ids)
    .select([sql<string>`${taskId}`.as('task_id')])
    .select(sql<number>`row_number() over (order by matching.user_id)`.as('number'))
    .select(sql<string>`matching.user_id`.as('row'))
  if (except.length > 0) query = query.where(sql<string>`matching.user_id`, 'not in', except)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_task_rows')
    .columns(['task_id', 'number', 'row'])
    .expression(query)
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

export const findRows = (db: Db, taskId: string, limit: number) =>
  db
    .selectFrom('user_task_rows')
    .select(['number', 'row'])
    .where('task_id', '=', taskId)
    .orderBy('number')
    .limit(limit)
    .execute()

/** Counts those users of a task whom a query selects. */
export async function countRowsIn(
  db: Db,
  taskId: string,
  users: ReturnType<typeof usersWithPaid>,
): Promise<number> {
  const { count } = await db
    .selectFrom('user_task_rows')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('task_id', '=', taskId)
    .where('row', 'in', users)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes a row that is done. @returns false when another process has done it */
export async function takeRow(db: Db, taskId: string, number: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_task_rows')
    .where('task_id', '=', taskId)
    .where('number', '=', number)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const setTotal = async (db: Db, id: string, total: number): Promise<void> => {
  await db.updateTable('user_tasks').set({ total }).where('id', '=', id).execute()
}

export const setState = async (
  db: Db,
  id: string,
  state: UserTaskRow['state'],
  finishedAt: number | null = null,
): Promise<void> => {
  await db
    .updateTable('user_tasks')
    .set({ state, finished_at: finishedAt })
    .where('id', '=', id)
    .execute()
}

export const countDone = async (db: Db, id: string, done: number): Promise<void> => {
  await db
    .updateTable('user_tasks')
    .set(eb => ({ done: eb('done', '+', done) }))
    .where('id', '=', id)
    .execute()
}

export interface Skipped {
  name: string
  code: string
}

const MAX_SKIPPED = 100

/** Records skipped users or items; only the first ones are kept. */
export async function recordSkipped(
  db: Db,
  taskId: string,
  skipped: readonly Skipped[],
): Promise<void> {
  if (skipped.length === 0) return
  const row = await db
    .selectFrom('user_tasks')
    .select('skipped')
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow()
  const all = [...(JSON.parse(row.skipped) as Skipped[]), ...skipped].slice(0, MAX_SKIPPED)
  await db
    .updateTable('user_tasks')
    .set(eb => ({
      skipped: JSON.stringify(all),
      skipped_total: eb('skipped_total', '+', skipped.length),
    }))
    .where('id', '=', taskId)
    .execute()
}

export const findUnfinished = (db: Db): Promise<UserTaskRow[]> =>
  db.selectFrom('user_tasks').selectAll().where('finished_at', 'is', null).execute()

export const deleteTasksBefore = async (db: Db, time: number): Promise<void> => {
  await db.deleteFrom('user_tasks').where('finished_at', '<', time).execute()
}

/** Counts the items that a deleted user still owns; undefined once the user is gone. */
export async function countRemaining(db: Db, userId: string): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select(eb =>
      eb
        .selectFrom('items')
        .select(eb => eb.fn.countAll<number>().as('count'))
        .whereRef('items.owner_id', '=', 'users.id')
        .as('count'),
    )
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return user && Number(user.count)
}

/** Finds the administrator for whom a job runs; undefined once they lost the role or are suspended. */
export const findAdministrator = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .executeTakeFirst()

export const findName = async (db: Db, id: string): Promise<string> => {
  const query = db.selectFrom('users').select('name').where('id', '=', id)
  return (await query.executeTakeFirst())?.name ?? ''
}
