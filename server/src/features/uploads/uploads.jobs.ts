import type { Db } from '../../db/open.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { job } from '../../jobs/job.ts'
import { attemptEach } from '../../lib/attempt-each.ts'
import { endUploadsJob } from '../guest-uploads/index.ts'
import { dropUpload } from './upload-reservations.service.ts'
import * as uploads from './uploads.repository.ts'

const STALE_MS = 24 * 3_600_000
const BATCH = 500

type DropDeps = Pick<Deps, 'db' | 'transact' | 'blobs'>

interface DropOptions {
  /** Uploads that no longer meet it are kept. */
  condition?: uploads.UploadCondition
  signal?: AbortSignal
}

/**
 * Cancels uploads until `find` returns no more. One whose store does not answer does not stop the others;
 * its bytes are left to the sweep.
 * @returns how many
 */
async function dropAll(
  deps: DropDeps,
  find: (limit: number) => Promise<UploadRow[]>,
  { condition = uploads.isUnfinished, signal }: DropOptions = {},
): Promise<number> {
  let dropped = 0
  for (;;) {
    signal?.throwIfAborted()
    const rows = await find(BATCH)
    await attemptEach(rows, row => dropUpload(deps, row, condition))
    dropped += rows.length
    if (rows.length < BATCH) return dropped
  }
}

/** Deletes rows in transactions of their own until one deletes no full batch. @returns how many */
async function deleteInBatches(
  { transact }: Pick<Deps, 'transact'>,
  deleteBatch: (tx: Db) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0
  for (let count = BATCH; count === BATCH; deleted += count) {
    signal?.throwIfAborted()
    count = await transact(deleteBatch)
  }
  return deleted
}

/** Cancels and deletes the uploads by and to a user whose account was deleted. */
export async function dropUploadsOf(
  deps: DropDeps,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  await deleteInBatches(deps, tx => uploads.deleteFinishedOf(tx, userId, BATCH), signal)
  await dropAll(deps, limit => uploads.findUnfinishedOf(deps.db, userId, limit), { signal })
}

/** Cancels the unfinished guest uploads of a share or request that has ended. */
export const endUploads = job({
  ...endUploadsJob,
  timeoutMs: 600_000,
  run: async (deps, { linkIds }, { signal }) => {
    await dropAll(deps, limit => uploads.findUnfinishedByLinks(deps.db, linkIds, limit), { signal })
  },
})

/**
 * Cancels uploads without activity for a day and those whose sender has lost access; deletes the
 * rows of finished ones.
 */
export async function clearStaleUploads(deps: DropDeps & Pick<Deps, 'now'>): Promise<number> {
  const now = deps.now().getTime()
  const before = now - STALE_MS
  const finished = await deleteInBatches(deps, tx =>
    uploads.deleteFinishedBefore(tx, before, BATCH),
  )
  const stale = await dropAll(deps, limit => uploads.findStale(deps.db, before, limit), {
    // An upload may have been resumed since it was found.
    condition: uploads.isStale(deps.db, before),
  })
  return (
    finished +
    stale +
    (await dropAll(deps, limit => uploads.findWithoutAccess(deps.db, now, limit)))
  )
}
