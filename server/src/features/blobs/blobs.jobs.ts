import { pagesOf } from '../../db/pages.ts'
import type { Deps } from '../../deps.ts'
import type { StoreFailures } from '../../files/blobs.ts'
import { findMark, pagesFromMark, type RunLimits } from '../../jobs/marks.ts'
import { attemptEach } from '../../lib/attempt-each.ts'
import { collectBatches } from '../../lib/batches.ts'
import * as blobs from './blobs.repository.ts'

const SWEEP = 'sweep-orphans'
const BATCH = 500
/** Batches that the next run tries again; otherwise it would repeat a long list for all stores. */
const RETRIED_AT_ONCE = 3
const RETRY_MS = 10 * 60_000
/** Blobs are written before their rows, so younger ones may belong to uploads in progress. */
const ORPHAN_AGE_MS = 24 * 3_600_000

/**
 * Deletes blobs that nothing references any more: first the row, then the bytes. The keys are
 * recorded together with the deletion, so that a crash leaves no bytes that nothing knows of.
 */
export async function deleteReleasedBlobs(
  deps: Pick<Deps, 'db' | 'transact' | 'blobs' | 'now' | 'config'>,
): Promise<number> {
  const { db, transact, now, config } = deps
  let deleted = 0
  for (;;) {
    const released = await blobs.findReleased(db, BATCH)
    if (released.length === 0) break
    deleted += await transact(async tx => {
      const ids = released.map(blob => blob.id)
      // Locks the rows: a transaction that ends another reference meanwhile marks them again afterwards.
      await blobs.unmarkReleased(tx, ids)
      const previews = await blobs.findPreviewKeys(tx, ids)
      const unreferenced = await blobs.deleteUnreferenced(tx, ids)
      const previewKeys = Map.groupBy(previews, preview => preview.blob_id)
      const at = now().getTime()
      const keysOf = (contents: typeof released) =>
        contents.flatMap(({ id, storage_key }) => [
          storage_key,
          ...(previewKeys.get(id) ?? []).map(preview => preview.storage_key),
        ])
      const contents = released.filter(blob => unreferenced.has(blob.id))
      const isDueAtOnce = (blob: (typeof released)[number]) =>
        blob.released_at === blobs.RELEASED_WITH_ACCOUNT
      const atOnce = contents.filter(isDueAtOnce)
      const later = contents.filter(blob => !isDueAtOnce(blob))
      await blobs.insertRemovals(tx, keysOf(atOnce), at)
      await blobs.insertRemovals(tx, keysOf(later), at + config.removalMs)
      return contents.length
    })
  }
  await removeDueBytes(deps)
  return deleted
}

/**
 * Removes the bytes that are due from all stores. Keys that a store could not remove are tried again
 * later, and do not stop the others.
 */
async function removeDueBytes({
  db,
  blobs: store,
  now,
}: Pick<Deps, 'db' | 'blobs' | 'now'>): Promise<void> {
  const due = now().getTime()
  const storeFailures: StoreFailures = new Map()
  const failures: unknown[] = []
  for await (const rows of pagesOf(page => blobs.findDueRemovals(db, due, page), BATCH)) {
    const keys = rows.map(({ id }) => id)
    try {
      await store.removeAll(keys, storeFailures)
      await blobs.deleteRemovals(db, keys)
    } catch (error) {
      failures.push(error)
      if (failures.length > RETRIED_AT_ONCE) await blobs.postponeRemovals(db, keys, due + RETRY_MS)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Removes stored bytes that a crash left without a row, and folders that have become empty. Several
 * runs reach all contents; what cannot be removed does not stop the rest.
 * @returns how many were removed
 * @throws after all others
 */
export async function sweepOrphans(
  deps: Pick<Deps, 'db' | 'transact' | 'blobs' | 'now'>,
  { limit, runMs }: RunLimits = { limit: BATCH },
): Promise<number> {
  const { db, blobs: store, now } = deps
  const before = new Date(now().getTime() - ORPHAN_AGE_MS)
  const first = await findMark(db, SWEEP)
  const pagesAfter = (id: string) => collectBatches(store.keysBefore(before, id), limit)
  let removed = 0
  const removeOrphans = () =>
    attemptEach(pagesFromMark(deps, SWEEP, pagesAfter, runMs), async page => {
      const keys = page.map(({ key }) => key)
      const known = await blobs.findKnownKeys(db, keys)
      const orphans = keys.filter(key => !known.has(key))
      if (orphans.length > 0) await store.removeAll(orphans)
      removed += orphans.length
    })
  const abandon = () => store.abandonBefore(before, key => blobs.findKnownContent(db, key, before))
  const removeFolders = async () =>
    store.removeEmptyFolders(before, first, await findMark(db, SWEEP))
  await attemptEach([removeOrphans, abandon, removeFolders], step => step())
  return removed
}
