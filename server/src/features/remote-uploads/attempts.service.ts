import type { Db } from '../../db/open.ts'
import type { RemoteUploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { attemptRemoval } from '../../files/attempt-removal.ts'
import { retryDelayAfter } from '../../jobs/queue.ts'
import { notify } from '../notifications/index.ts'
import { quotas } from '../quotas/index.ts'
import { fetchJob } from './remote-uploads.job-types.ts'
import * as remote from './remote-uploads.repository.ts'
import { completionNotification, isRetryable } from './remote-uploads.rules.ts'

const MAX_ATTEMPTS = 3
/** By the clock of the database; a running transfer updates its row every second. */
const STALE_AFTER_MS = 30_000
const RECHECK_MS = 60_000

export type AttemptDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'jobs' | 'now' | 'newId' | 'log'>

/** A claimed upload with the key of its blob. */
export type Attempt = RemoteUploadRow & { blob_id: string }

/**
 * Queues a job for the user's next file. Expects the user's queue to be locked.
 * @returns false when nothing is waiting
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

/**
 * Continues the queue after an attempt, or notifies the user at its end. Expects the queue to be
 * locked.
 */
export async function continueQueue(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  userId: string,
): Promise<void> {
  if (await queueNext(tx, deps, userId)) return
  const counts = await remote.countAll(tx, userId)
  const last = await remote.findLastDone(tx, userId)
  await notify(tx, deps, [userId], completionNotification(counts, last))
}

const releaseReservation = async (
  tx: Db,
  { owner_id, reserved_bytes }: RemoteUploadRow,
): Promise<void> => {
  if (reserved_bytes > 0) await quotas.release(tx, owner_id, reserved_bytes)
}

/** Fields of a row before its first attempt. */
export const RESET_FIELDS = {
  blob_id: null,
  reserved_bytes: 0,
  received_bytes: 0,
  size_bytes: null,
} as const

/** The row after a failed attempt: waiting for another one, or failed after the last. */
function failedChange(row: RemoteUploadRow, error: AppError, now: number): remote.Change {
  const { code, details } = error
  if (isRetryable(code, details.values?.status) && row.attempt < MAX_ATTEMPTS)
    return {
      ...RESET_FIELDS,
      state: 'waiting',
      run_at: now + retryDelayAfter(row.attempt),
      updated_at: now,
    }
  return {
    ...RESET_FIELDS,
    state: 'failed',
    failure: code,
    failure_values: details.values ? JSON.stringify(details.values) : null,
    updated_at: now,
  }
}

/** Restarts an attempt that a killed process left behind, unless it was the last one. */
async function restartStale(tx: Db, stale: RemoteUploadRow, at: number): Promise<void> {
  await releaseReservation(tx, stale)
  const isLast = stale.attempt >= MAX_ATTEMPTS
  await remote.update(
    tx,
    stale.id,
    isLast
      ? failedChange(stale, new AppError('remote.interrupted'), at)
      : { ...RESET_FIELDS, state: 'waiting', run_at: at, updated_at: at },
  )
}

/** Puts a running attempt back without counting it. Expects the queue to be locked. */
export async function returnToQueue(tx: Db, running: RemoteUploadRow, now: Date): Promise<void> {
  await releaseReservation(tx, running)
  const attempt = Math.max(0, running.attempt - 1)
  const at = now.getTime()
  const change = { ...RESET_FIELDS, state: 'waiting' as const, attempt, run_at: at, updated_at: at }
  await remote.update(tx, running.id, change)
}

/**
 * Claims the user's next file; one at a time per user.
 * @returns undefined when none is due or another attempt is running
 */
export async function claimAttempt(
  deps: AttemptDeps,
  userId: string,
): Promise<Attempt | undefined> {
  const { transact, now, newId, jobs, blobs } = deps
  const { attempt, stale } = await transact(async tx => {
    await quotas.lockOwners(tx, [userId])
    const stale = await remote.findRunning(tx, userId)
    const at = now().getTime()
    if (stale && stale.idle_ms < STALE_AFTER_MS) {
      await jobs.add(tx, fetchJob, { userId }, { key: userId, delayMs: RECHECK_MS })
      return {}
    }
    if (stale) await restartStale(tx, stale, at)
    const next = await remote.findNext(tx, userId)
    if (!next || next.run_at > at) {
      if (stale) await continueQueue(tx, deps, userId)
      else await queueNext(tx, deps, userId)
      return { stale }
    }
    const started = {
      state: 'running' as const,
      blob_id: newId(),
      attempt: next.attempt + 1,
    }
    await remote.startRunning(tx, next.id, started)
    return { stale, attempt: { ...next, ...started } }
  })
  if (stale?.blob_id) await attemptRemoval(deps.log, blobs.remove(stale.blob_id))
  return attempt
}

/**
 * Ends an attempt without a file: releases its quota, deletes its bytes and continues the queue.
 */
async function endAttempt(
  { transact, blobs, ...deps }: AttemptDeps,
  attempt: Attempt,
  change: remote.Change,
): Promise<void> {
  const isEnded = await transact(async tx => {
    await quotas.lockOwners(tx, [attempt.user_id])
    const running = await remote.findRunning(tx, attempt.user_id)
    // Cancelled concurrently, or committed although the commit seemed to fail.
    if (running?.blob_id !== attempt.blob_id) return false
    await releaseReservation(tx, running)
    await remote.update(tx, attempt.id, change)
    await continueQueue(tx, deps, attempt.user_id)
    return true
  })
  if (isEnded) await attemptRemoval(deps.log, blobs.remove(attempt.blob_id))
}

/** Ends a failed attempt: schedules another one or marks the upload as failed. */
export function finishAttempt(deps: AttemptDeps, attempt: Attempt, cause: unknown): Promise<void> {
  if (!(cause instanceof AppError)) deps.log.error({ err: cause }, 'a remote upload failed')
  const error = cause instanceof AppError ? cause : new AppError('internal', { cause })
  return endAttempt(deps, attempt, failedChange(attempt, error, deps.now().getTime()))
}

/** Puts an attempt back during shutdown, without counting it. */
export const releaseAttempt = (deps: AttemptDeps, attempt: Attempt): Promise<void> =>
  endAttempt(deps, attempt, { ...RESET_FIELDS, state: 'waiting', attempt: attempt.attempt - 1 })
