import type { Db } from '../../db/open.ts'
import type { RemoteUploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { pauseAfter } from '../../jobs/queue.ts'
import { notify } from '../notifications/index.ts'
import { quotas } from '../quotas/index.ts'
import { fetchJob } from './remote-uploads.job-types.ts'
import * as remote from './remote-uploads.repository.ts'
import { isRetryable, noticeOfEnd } from './remote-uploads.rules.ts'

const MOST_ATTEMPTS = 3
/** Who is at work says so every second. */
const SILENT_MS = 30_000
const LOOK_AGAIN_MS = 60_000

export type AttemptDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'jobs' | 'now' | 'newId' | 'log'>

/** A row whose turn it is. */
export type Attempt = RemoteUploadRow & { blob_id: string }

/**
 * The job that is waited for next; expects the person's queue to be held.
 * @returns false when nothing is
 */
async function queueNext(
  tx: Db,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  userId: string,
): Promise<boolean> {
  const next = await remote.findNext(tx, userId)
  if (!next) return false
  const delayMs = Math.max(0, next.run_at - now().getTime())
  await jobs.add(tx, fetchJob, { userId }, { key: userId, delayMs })
  return true
}

/** Goes on after a turn, or tells the person that it was the last; expects the queue to be held. */
export async function goOn(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
): Promise<void> {
  if (await queueNext(tx, deps, userId)) return
  const counts = await remote.countAll(tx, userId)
  const last = await remote.findLastDone(tx, userId)
  await notify(tx, deps, [userId], noticeOfEnd(counts, last))
}

const freeRoom = async (tx: Db, { owner_id, reserved_bytes }: RemoteUploadRow): Promise<void> => {
  if (reserved_bytes > 0) await quotas.release(tx, owner_id, reserved_bytes)
}

/** As it was before it was begun. */
const ANEW = { blob_id: null, reserved_bytes: 0, received_bytes: 0, size_bytes: null } as const

/** Once more after a pause, or failed when that was the last try. */
function endOf(row: RemoteUploadRow, error: AppError, now: number): remote.Change {
  const { code, details } = error
  if (isRetryable(code, details.values?.status) && row.attempt < MOST_ATTEMPTS)
    return { ...ANEW, state: 'waiting', run_at: now + pauseAfter(row.attempt), updated_at: now }
  return {
    ...ANEW,
    state: 'failed',
    failure: code,
    failure_values: details.values ? JSON.stringify(details.values) : null,
    updated_at: now,
  }
}

/** What a process that was killed had begun is begun again, but not for ever. */
async function takeUp(tx: Db, { now }: AttemptDeps, left: RemoteUploadRow): Promise<void> {
  const at = now().getTime()
  await freeRoom(tx, left)
  const isLast = left.attempt >= MOST_ATTEMPTS
  await remote.update(
    tx,
    left.id,
    isLast
      ? endOf(left, new AppError('remote.interrupted'), at)
      : { ...ANEW, state: 'waiting', run_at: at, updated_at: at },
  )
}

/** One at a time for each person. @returns undefined when nothing is due, or another is at it */
export async function claimAttempt(
  deps: AttemptDeps,
  userId: string,
): Promise<Attempt | undefined> {
  const { transact, now, newId, jobs, blobs } = deps
  const { attempt, left } = await transact(async tx => {
    await quotas.lockOwners(tx, [userId])
    const left = await remote.findRunning(tx, userId)
    const at = now().getTime()
    if (left && left.updated_at > at - SILENT_MS) {
      await jobs.add(tx, fetchJob, { userId }, { key: userId, delayMs: LOOK_AGAIN_MS })
      return {}
    }
    if (left) await takeUp(tx, deps, left)
    const next = await remote.findNext(tx, userId)
    if (!next || next.run_at > at) {
      await queueNext(tx, deps, userId)
      return { left }
    }
    const begun = {
      state: 'running' as const,
      blob_id: newId(),
      attempt: next.attempt + 1,
      updated_at: at,
    }
    await remote.update(tx, next.id, begun)
    return { left, attempt: { ...next, ...begun } }
  })
  if (left?.blob_id) await blobs.remove(left.blob_id)
  return attempt
}

/** It became nothing: its room and its bytes are free, and the next one is looked for. */
async function leave(
  { transact, blobs, ...deps }: AttemptDeps,
  attempt: Attempt,
  change: remote.Change,
): Promise<void> {
  const isLeft = await transact(async tx => {
    await quotas.lockOwners(tx, [attempt.user_id])
    const running = await remote.findRunning(tx, attempt.user_id)
    // Given up meanwhile, room and all; or a file after all, though the commit seemed to fail.
    if (running?.blob_id !== attempt.blob_id) return false
    await freeRoom(tx, running)
    await remote.update(tx, attempt.id, change)
    await goOn(tx, deps, attempt.user_id)
    return true
  })
  if (isLeft) await blobs.remove(attempt.blob_id)
}

export function finishAttempt(deps: AttemptDeps, attempt: Attempt, cause: unknown): Promise<void> {
  if (!(cause instanceof AppError)) deps.log.error({ err: cause }, 'a remote upload failed')
  const error = cause instanceof AppError ? cause : new AppError('internal', { cause })
  return leave(deps, attempt, endOf(attempt, error, deps.now().getTime()))
}

/** The server is shutting down: as if it had not been begun. */
export const releaseAttempt = (deps: AttemptDeps, attempt: Attempt): Promise<void> =>
  leave(deps, attempt, { ...ANEW, state: 'waiting', attempt: attempt.attempt - 1 })
