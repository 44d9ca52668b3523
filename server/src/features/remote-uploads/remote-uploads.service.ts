import type { Problem } from '@coffer/contract'
import { REMOTE_URLS, type RemoteUploads } from '@coffer/contract/remote-uploads'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { RemoteUploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { attemptRemoval } from '../../files/attempt-removal.ts'
import { type ItemView, requireFolder } from '../items/index.ts'
import { quotas } from '../quotas/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import {
  type Attempt,
  claimAttempt,
  finishAttempt,
  RESET_FIELDS,
  releaseAttempt,
  returnToQueue,
} from './attempts.service.ts'
import { CancelledError, monitorTransfer } from './monitor.service.ts'
import { publishProgress, readRemoteUploads } from './progress.service.ts'
import { fetchJob } from './remote-uploads.job-types.ts'
import * as remote from './remote-uploads.repository.ts'
import { linkOf } from './remote-uploads.rules.ts'
import { requireTarget, type TransferDeps, transfer } from './transfer.service.ts'

/**
 * Validates all links before any is accepted and reports all errors at once. Only the URLs are
 * checked here; host names are resolved when they are fetched.
 */
function requireLinks({ outbound }: Pick<Deps, 'outbound'>, urls: readonly string[]): string[] {
  const errors: Record<string, string[]> = {}
  let code: 'request.invalid' | 'remote.blocked_address' = 'request.invalid'
  const links = urls.map((text, index) => {
    const url = linkOf(text)
    if (!url) {
      errors[`urls.${index}`] = ['validation.url']
      return ''
    }
    try {
      return outbound.requireAllowed(url).href
    } catch {
      code = 'remote.blocked_address'
      errors[`urls.${index}`] = ['validation.address_blocked']
      return ''
    }
  })
  if (Object.keys(errors).length > 0) throw new AppError(code, { errors })
  return links
}

type QueueDeps = Pick<Deps, 'transact' | 'jobs' | 'now' | 'live'>

/** Queues a job for the user's next file. A running attempt does so itself when it ends. */
async function queueUnlessRunning(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  userId: string,
  unfinished: readonly Pick<RemoteUploadRow, 'state'>[],
): Promise<void> {
  if (!unfinished.some(({ state }) => state === 'running'))
    await jobs.add(tx, fetchJob, { userId }, { key: userId })
}

function publishState(
  { live }: Pick<Deps, 'live'>,
  userId: string,
  { failures: _, ...progress }: RemoteUploads,
): void {
  live.publish([userId], { type: 'remote.progress', ...progress, file: null })
}

/** Queues links; links that are already waiting are not added again. */
export async function startRemoteUploads(
  deps: QueueDeps & Pick<Deps, 'db' | 'newId' | 'outbound'>,
  { userId, ...actor }: UserActor,
  { urls, parent_id }: { urls: readonly string[]; parent_id: string | null },
  problemOfError: (error: AppError) => Problem,
): Promise<RemoteUploads> {
  const allLinks = requireLinks(deps, urls)
  const { folder } = await requireFolder(deps.db, { userId, ...actor }, parent_id)
  await requireUnrestricted(deps.db, { userId, ...actor }, [folder], 'canUpload')
  const at = deps.now().getTime()
  const state = await deps.transact(async tx => {
    await quotas.lockOwners(tx, [userId])
    const unfinished = await remote.findUnfinished(tx, userId)
    // A new round begins, so the previous results no longer count.
    if (unfinished.length === 0) await remote.deleteAll(tx, userId)
    const links = new Set(allLinks)
    for (const upload of unfinished) if (upload.parent_id === folder.id) links.delete(upload.url)
    if (unfinished.length + links.size > REMOTE_URLS)
      throw new AppError('remote.too_many', { values: { limit: REMOTE_URLS } })
    await remote.insertAll(
      tx,
      [...links].map(
        (url, position): RemoteUploadRow => ({
          id: deps.newId(),
          user_id: userId,
          owner_id: folder.owner_id,
          parent_id: folder.id,
          url,
          position,
          state: 'waiting',
          blob_id: null,
          name: null,
          received_bytes: 0,
          size_bytes: null,
          reserved_bytes: 0,
          attempt: 0,
          run_at: at,
          failure: null,
          failure_values: null,
          created_at: at,
          updated_at: at,
        }),
      ),
    )
    await queueUnlessRunning(tx, deps, userId, unfinished)
    // Read in the transaction, because the uploads may be finished right after it.
    return readRemoteUploads(tx, userId, problemOfError)
  })
  if (!state) throw new AppError('internal')
  publishState(deps, userId, state)
  return state
}

/** Queues failed links again, as many as may wait; the others stay failed. */
export async function retryRemoteUploads(
  deps: QueueDeps,
  { userId }: UserActor,
  problemOfError: (error: AppError) => Problem,
): Promise<RemoteUploads | null> {
  const at = deps.now().getTime()
  const state = await deps.transact(async tx => {
    await quotas.lockOwners(tx, [userId])
    const unfinished = await remote.findUnfinished(tx, userId)
    // A new round begins, so the files of the previous one no longer count.
    if (unfinished.length === 0) await remote.deleteDone(tx, userId)
    await remote.deleteRepeated(tx, userId)
    await remote.updateFailed(tx, userId, REMOTE_URLS - unfinished.length, {
      ...RESET_FIELDS,
      state: 'waiting',
      attempt: 0,
      run_at: at,
      failure: null,
      failure_values: null,
      updated_at: at,
    })
    await queueUnlessRunning(tx, deps, userId, unfinished)
    return readRemoteUploads(tx, userId, problemOfError)
  })
  if (state) publishState(deps, userId, state)
  return state
}

/** Cancels all uploads of a user; a running transfer notices it and deletes its own bytes. */
export async function cancelRemoteUploads(
  deps: Pick<Deps, 'db' | 'transact' | 'live'>,
  { userId }: UserActor,
): Promise<void> {
  await deps.transact(async tx => {
    await quotas.lockOwners(tx, [userId])
    for (const { owner_id, reserved_bytes } of await remote.deleteAll(tx, userId))
      await quotas.release(tx, owner_id, reserved_bytes)
  })
  await publishProgress(deps, userId)
}

/**
 * Stops the running transfer of a suspended user, which notices it within a second and deletes its
 * bytes. Their uploads wait until `resumeRemoteUploads`.
 */
export async function pauseRemoteUploads(tx: Db, now: Date, userId: string): Promise<void> {
  await quotas.lockOwners(tx, [userId])
  const running = await remote.findRunning(tx, userId)
  if (running) await returnToQueue(tx, running, now)
}

/** Continues the waiting uploads of a user, after a suspension or when the running one was deleted. */
export async function resumeRemoteUploads(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  userId: string,
): Promise<void> {
  if (await remote.findNext(tx, userId)) await jobs.add(tx, fetchJob, { userId }, { key: userId })
}

/**
 * Lets the uploads of other users follow their folders from one owner to another. Running ones begin
 * again, because their bytes are reserved by the former owner. Expects the owners and the users of the
 * uploads to be locked.
 */
export async function transferRemoteUploads(
  tx: Db,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  parties: { from: string; to: string },
): Promise<void> {
  const running = await remote.findRunningInReceived(tx, parties)
  for (const upload of running) await returnToQueue(tx, upload, now())
  await remote.changeOwner(tx, parties)
  for (const { user_id } of running) await resumeRemoteUploads(tx, { jobs }, user_id)
}

/** The user with their current rights, even after the session that made the request has ended. */
async function actorOf({ db }: Pick<Deps, 'db'>, userId: string): Promise<UserActor | undefined> {
  const user = await remote.findUser(db, userId)
  if (!user) return undefined
  const { two_factor_confirmed_at, ...identity } = user
  const hasTwoFactor = two_factor_confirmed_at !== null
  return { ...identity, kind: 'user', userId, sessionId: null, hasTwoFactor }
}

/** Fetches the user's next file; each following file is a job of its own. */
export async function fetchNext(
  deps: TransferDeps,
  userId: string,
  stop: AbortSignal,
): Promise<void> {
  const actor = await actorOf(deps, userId)
  if (!actor) return
  const attempt = await claimAttempt(deps, userId)
  await publishProgress(deps, userId)
  if (!attempt) return
  const item = await fetchOne(deps, actor, attempt, stop)
  await publishProgress(deps, userId, item)
}

async function fetchOne(
  deps: TransferDeps,
  actor: UserActor,
  attempt: Attempt,
  stop: AbortSignal,
): Promise<ItemView | undefined> {
  const watch = monitorTransfer(deps, attempt, {
    stop,
    requireTarget: () => requireTarget(deps, actor, attempt),
  })
  try {
    return await transfer(deps, actor, attempt, watch)
  } catch (error) {
    await watch.end()
    // An abort surfaces as various errors.
    const cause = watch.signal.aborted ? watch.signal.reason : error
    if (stop.aborted) {
      await releaseAttempt(deps, attempt)
      throw cause
    }
    if (cause instanceof CancelledError)
      await attemptRemoval(deps.log, deps.blobs.remove(attempt.blob_id))
    else await finishAttempt(deps, attempt, cause)
    return undefined
  } finally {
    await watch.end()
  }
}

const STALLED_AFTER_MS = 3_600_000
const RETENTION_MS = 7 * 24 * 3_600_000

/** Requeues stalled uploads and deletes results older than a week. */
export async function resumeStalled({
  db,
  transact,
  jobs,
  now,
}: Pick<Deps, 'db' | 'transact' | 'jobs' | 'now'>): Promise<void> {
  const at = now().getTime()
  await remote.deleteFinished(db, at - RETENTION_MS)
  const stalled = await remote.findOverdueUsers(db, at - STALLED_AFTER_MS)
  await transact(async tx => {
    for (const userId of stalled) await jobs.add(tx, fetchJob, { userId }, { key: userId })
  })
}
