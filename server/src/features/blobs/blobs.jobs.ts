import type { Deps } from '../../deps.ts'
import * as blobs from './blobs.repository.ts'

const BATCH = 500
/** Blobs are written before their rows, so younger ones may belong to uploads in progress. */
const ORPHAN_AGE_MS = 24 * 3_600_000

/** Deletes blobs that nothing references any more: first the row, then the bytes. */
export async function deleteReleasedBlobs({
  db,
  transact,
  blobs: store,
}: Pick<Deps, 'db' | 'transact' | 'blobs'>): Promise<number> {
  let deleted = 0
  for (;;) {
    const released = await blobs.findReleased(db, BATCH)
    if (released.length === 0) return deleted
    const deletedBlobs = await transact(async tx => {
      const ids = released.map(blob => blob.id)
      const previews = await blobs.findPreviewKeys(tx, ids)
      const unreferenced = await blobs.deleteUnreferenced(tx, ids)
      const referenced = ids.filter(id => !unreferenced.has(id))
      if (referenced.length > 0) await blobs.unmarkReleased(tx, referenced)
      const contents = released.filter(blob => unreferenced.has(blob.id))
      const derived = previews.filter(preview => unreferenced.has(preview.blob_id))
      return {
        count: contents.length,
        keys: [...contents, ...derived].map(blob => blob.storage_key),
      }
    })
    // A crash here leaves bytes without a row, which `sweepOrphans` removes.
    for (const key of deletedBlobs.keys) await store.remove(key)
    deleted += deletedBlobs.count
  }
}

/** Removes stored bytes that a crash left without a row. */
export async function sweepOrphans({
  db,
  blobs: store,
  now,
}: Pick<Deps, 'db' | 'blobs' | 'now'>): Promise<number> {
  let removed = 0
  let batch: string[] = []
  async function flush(): Promise<void> {
    if (batch.length === 0) return
    const known = await blobs.findKnownKeys(db, batch)
    const orphans = batch.filter(key => !known.has(key))
    for (const key of orphans) await store.remove(key)
    removed += orphans.length
    batch = []
  }
  for await (const key of store.keysBefore(new Date(now().getTime() - ORPHAN_AGE_MS))) {
    batch.push(key)
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  return removed
}
