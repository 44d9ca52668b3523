import type { Deps } from '../../deps.ts'
import { dropUpload } from './chunked.service.ts'
import * as uploads from './uploads.repository.ts'

const STALE_MS = 24 * 3_600_000
const BATCH = 500

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
