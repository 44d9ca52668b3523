import type { Deps } from '../../deps.ts'
import { dropUpload } from './chunked.service.ts'
import * as uploads from './uploads.repository.ts'

const STALE_MS = 24 * 3_600_000
const BATCH = 500

/** Gives up what somebody who has left was sending or was sent. */
export async function dropUploadsOf(
  deps: Pick<Deps, 'db' | 'transact' | 'blobs'>,
  userId: string,
  signal: AbortSignal,
): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    signal.throwIfAborted()
    count = await deps.transact(tx => uploads.deleteFinishedOf(tx, userId, BATCH))
  }
  for (let count = BATCH; count === BATCH; ) {
    signal.throwIfAborted()
    const rows = await uploads.findUnfinishedOf(deps.db, userId, BATCH)
    for (const row of rows) await dropUpload(deps, row)
    count = rows.length
  }
}

/** Gives up uploads that nothing was heard of for a day, and forgets finished ones. */
export async function clearStaleUploads(
  deps: Pick<Deps, 'db' | 'transact' | 'blobs' | 'now'>,
): Promise<number> {
  const before = deps.now().getTime() - STALE_MS
  let cleared = 0
  for (;;) {
    const rows = await uploads.findStale(deps.db, before, BATCH)
    for (const row of rows) await dropUpload(deps, row)
    cleared += rows.length
    if (rows.length < BATCH) return cleared
  }
}
