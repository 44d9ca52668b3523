import type { ErrorCode, Problem } from '@coffer/contract'
import type { RemoteProgress } from '@coffer/contract/live'
import { REMOTE_FAILURES, type RemoteUploads } from '@coffer/contract/remote-uploads'
import type { Db } from '../../db/open.ts'
import type { RemoteUploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { ItemView } from '../items/index.ts'
import { presentProgress, presentRemoteUploads } from './remote-uploads.presenter.ts'
import * as remote from './remote-uploads.repository.ts'

async function progressOf(db: Db, userId: string): Promise<RemoteProgress> {
  const counts = await remote.countAll(db, userId)
  return presentProgress(counts, await remote.findRunning(db, userId))
}

/** Publishes the progress to the user's open pages, with the file that was just added. */
export async function publishProgress(
  { db, live }: Pick<Deps, 'db' | 'live'>,
  userId: string,
  item?: ItemView,
): Promise<void> {
  const file = item && {
    id: item.id,
    name: item.name,
    parent_id: item.parent_id === userId ? null : item.parent_id,
  }
  const progress = await progressOf(db, userId)
  live.publish([userId], { type: 'remote.progress', ...progress, file: file ?? null })
}

/** Restores the error that was stored for a failed upload. */
const failureOf = ({ failure, failure_values }: RemoteUploadRow): AppError =>
  new AppError((failure ?? 'internal') as ErrorCode, {
    values: failure_values === null ? {} : JSON.parse(failure_values),
  })

/** Returns null when nothing is waiting and nothing failed. */
export async function readRemoteUploads(
  db: Db,
  userId: string,
  problemOfError: (error: AppError) => Problem,
): Promise<RemoteUploads | null> {
  const progress = await progressOf(db, userId)
  if (progress.processed === progress.total && progress.failed === 0) return null
  const failed = await remote.findFailed(db, userId, REMOTE_FAILURES)
  return presentRemoteUploads(progress, failed, row => problemOfError(failureOf(row)))
}
