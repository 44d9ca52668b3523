import type { UserTask } from '@coffer/contract/admin-user-tasks'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UserTaskRow } from '../../db/schema-user-administration.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { requestContext } from '../../request-context.ts'
import { type BulkChange, changeOne } from './bulk-changes.service.ts'
import { type ImportedRow, importRow } from './import-rows.service.ts'
import { removeUser } from './user-deletion.service.ts'
import { userTaskJob } from './user-tasks.job-types.ts'
import * as tasks from './user-tasks.repository.ts'

interface Works {
  bulk: BulkChange
  import: { sendInvitations: boolean }
  deletion: {
    userId: string
    recipientId?: string | undefined
    /** Absent in a task that an earlier version queued. */
    endsSubscription?: boolean
  }
}

/** Creates a task and queues its job in the caller's transaction. */
export async function createTask<K extends keyof Works>(
  tx: Db,
  { jobs, newId, now }: Pick<Deps, 'jobs' | 'newId' | 'now'>,
  actor: UserActor,
  task: { kind: K; work: Works[K]; total: number },
): Promise<string> {
  const id = newId()
  await tasks.insertTask(tx, { id, ...task, actorId: actor.userId, now: now().getTime() })
  await jobs.add(tx, userTaskJob, { id }, { key: id })
  return id
}

/** @throws AppError `user.task_not_found` */
export async function getTask(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
): Promise<UserTask> {
  const task = await tasks.findTask(db, id)
  if (!task) throw new AppError('user.task_not_found')
  return presentTask(await withDeletionProgress(db, now, task))
}

/** A deletion is finished when its user is gone; another job removes the data. */
async function withDeletionProgress(
  db: Db,
  now: () => Date,
  task: UserTaskRow,
): Promise<UserTaskRow> {
  if (task.kind !== 'deletion' || task.state !== 'running') return task
  const { userId } = JSON.parse(task.work) as Works['deletion']
  const remaining = await tasks.countRemaining(db, userId)
  if (remaining === undefined)
    return { ...task, state: 'finished', done: task.total, finished_at: now().getTime() }
  return { ...task, done: Math.max(0, task.total - remaining) }
}

function presentTask(task: UserTaskRow): UserTask {
  return {
    id: task.id,
    type: 'user-task',
    attributes: {
      kind: task.kind,
      state: task.state,
      done: task.done,
      total: task.total,
      skipped: JSON.parse(task.skipped) as tasks.Skipped[],
      skipped_total: task.skipped_total,
      created_at: new Date(task.created_at).toISOString(),
      finished_at: task.finished_at === null ? null : new Date(task.finished_at).toISOString(),
    },
  }
}

/** Rows whose changes are committed together. */
const IMPORT_BATCH = 50
const BULK_BATCH = 20

/** Runs a task. Every step commits with its progress, so that a killed job continues where it was. */
export async function runTask(deps: Deps, id: string, signal: AbortSignal): Promise<void> {
  const task = await tasks.findTask(deps.db, id)
  if (!task || task.finished_at !== null) return
  const administrator = await tasks.findAdministrator(deps.db, task.actor_id)
  const finish = (state: 'finished' | 'failed') =>
    deps.transact(tx => tasks.setState(tx, id, state, deps.now().getTime()))
  // A user who lost the role must not continue to change others through a job.
  if (!administrator) return finish('failed')
  const actor: UserActor = {
    kind: 'user',
    userId: administrator.id,
    sessionId: null,
    role: 'admin',
    name: administrator.name,
    hasTwoFactor: true,
  }
  const context = { requestId: id, ip: '', userAgent: undefined, actor, clientId: undefined }
  await requestContext.run(context, async () => {
    if (task.state === 'waiting') await deps.transact(tx => tasks.setState(tx, id, 'running'))
    if (task.kind === 'deletion') return runDeletion(deps, actor, task)
    const run = task.kind === 'bulk' ? runBulkBatch : runImportBatch
    while (await run(deps, actor, task)) {
      signal.throwIfAborted()
      if (!(await tasks.findAdministrator(deps.db, actor.userId))) return finish('failed')
    }
    return finish('finished')
  })
}

async function runDeletion(deps: Deps, actor: UserActor, task: UserTaskRow): Promise<void> {
  const {
    userId,
    recipientId,
    endsSubscription = false,
  } = JSON.parse(task.work) as Works['deletion']
  try {
    await removeUser(deps, actor, userId, { recipientId, endsSubscription })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const name = await tasks.findName(deps.db, userId)
    // Deleted by an earlier run of the job.
    if (error.code === 'user.not_found') return
    await deps.transact(async tx => {
      await tasks.recordSkipped(tx, task.id, [{ name, code: error.code }])
      await tasks.setState(tx, task.id, 'failed', deps.now().getTime())
    })
  }
}

/** Thrown when another process has done a row, so that nothing is changed or counted twice. */
class RowTakenError extends Error {}

/** Changes some users, each in a transaction of its own. @returns whether rows may be left */
async function runBulkBatch(deps: Deps, actor: UserActor, task: UserTaskRow): Promise<boolean> {
  const change = JSON.parse(task.work) as BulkChange
  const rows = await tasks.findRows(deps.db, task.id, BULK_BATCH)
  for (const { number, row: userId } of rows) {
    const done = async (tx: Db) => {
      if (!(await tasks.takeRow(tx, task.id, number))) throw new RowTakenError()
      await tasks.countDone(tx, task.id, 1)
    }
    const skip = async (error: unknown) => {
      if (!(error instanceof AppError)) throw error
      const name = await tasks.findName(deps.db, userId)
      await deps.transact(async tx => {
        await done(tx)
        await tasks.recordSkipped(tx, task.id, [{ name, code: error.code }])
      })
    }
    await changeOne(deps, actor, userId, change, done)
      .catch(skip)
      .catch(error => {
        if (!(error instanceof RowTakenError)) throw error
      })
  }
  return rows.length === BULK_BATCH
}

/** Creates some users together. @returns whether rows may be left */
const runImportBatch = (deps: Deps, actor: UserActor, task: UserTaskRow): Promise<boolean> =>
  deps.transact(async tx => {
    const { sendInvitations } = JSON.parse(task.work) as Works['import']
    const rows = await tasks.findRows(tx, task.id, IMPORT_BATCH)
    const skipped: tasks.Skipped[] = []
    let done = 0
    for (const { number, row } of rows) {
      if (!(await tasks.takeRow(tx, task.id, number))) continue
      done += 1
      const user = JSON.parse(row) as ImportedRow
      const code = await importRow(tx, deps, user, sendInvitations ? actor.name : null)
      if (code) skipped.push({ name: user.email, code })
    }
    await tasks.countDone(tx, task.id, done)
    await tasks.recordSkipped(tx, task.id, skipped)
    return rows.length === IMPORT_BATCH
  })

/** Queues unfinished tasks again, because a job that ran out of attempts does not restart. */
export const resumeTasks = ({ transact, jobs }: Pick<Deps, 'transact' | 'jobs'>): Promise<void> =>
  transact(async tx => {
    const unfinished = await tasks.findUnfinished(tx)
    await jobs.addMissing(tx, userTaskJob, new Map(unfinished.map(({ id }) => [id, { id }])))
  })

const RETENTION_MS = 30 * 86_400_000

/** Deletes tasks that finished 30 days ago, and closes deletions whose user is gone. */
export const clearOldTasks = ({ transact, now }: Pick<Deps, 'transact' | 'now'>): Promise<void> =>
  transact(async tx => {
    const time = now().getTime()
    for (const task of await tasks.findUnfinished(tx)) {
      const { state } = await withDeletionProgress(tx, now, task)
      if (state === 'finished') await tasks.setState(tx, task.id, 'finished', time)
    }
    await tasks.deleteTasksBefore(tx, time - RETENTION_MS)
  })
