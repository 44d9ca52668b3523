import type { Deps } from '../../deps.ts'
import { RELEASED_WITH_ACCOUNT } from '../blobs/index.ts'
import * as dataExports from './data-exports.repository.ts'
import { RETENTION_MS } from './retention.ts'

const BATCH_SIZE = 500
/** A running export updates its row with every batch; without an update for this long it has failed. */
const STALLED_MS = 3_600_000
/** Exports wait for each other and for other large jobs; whose job has not begun by then has lost it. */
const LOST_MS = 24 * 3_600_000

type DeleteDeps = Pick<Deps, 'db' | 'transact' | 'now'>

/** Releases the blobs of discarded exports in batches, then deletes the exports. */
export async function deleteDiscardedExports(
  deps: DeleteDeps,
  signal?: AbortSignal,
  releasedAt = deps.now().getTime(),
): Promise<void> {
  for (;;) {
    const discarded = await dataExports.findDiscardedExports(deps.db, BATCH_SIZE)
    if (discarded.length === 0) return
    for (const id of discarded) await deleteExport(deps, id, signal, releasedAt)
  }
}

async function deleteExport(
  { transact }: DeleteDeps,
  id: string,
  signal: AbortSignal | undefined,
  releasedAt: number,
): Promise<void> {
  for (let count = BATCH_SIZE; count === BATCH_SIZE; ) {
    signal?.throwIfAborted()
    count = await transact(tx => dataExports.releaseBlobs(tx, id, releasedAt, BATCH_SIZE))
  }
  await transact(tx => dataExports.deleteExport(tx, id))
}

/** Deletes the exports of a deleted account. */
export async function deleteExportsOf(
  deps: DeleteDeps,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  await deps.transact(tx => dataExports.discardExport(tx, userId))
  await deleteDiscardedExports(deps, signal, RELEASED_WITH_ACCOUNT)
}

/**
 * Discards expired exports, and fails those without progress. A failed one is shown as long as a
 * ready one, because until then it keeps the contents of deleted files.
 */
export async function expireExports(deps: DeleteDeps & Pick<Deps, 'live'>): Promise<void> {
  const now = deps.now().getTime()
  const changed = await deps.transact(async tx => [
    ...(await dataExports.expireExports(tx, { now, failedBefore: now - RETENTION_MS })),
    ...(await dataExports.failStalledExports(tx, {
      begunBefore: now - STALLED_MS,
      queuedBefore: now - LOST_MS,
    })),
  ])
  if (changed.length > 0) deps.live.publish(changed, { type: 'data_export.changed' })
  await deleteDiscardedExports(deps)
}
