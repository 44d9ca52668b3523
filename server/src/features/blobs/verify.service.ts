import type { Deps } from '../../deps.ts'
import { BlobMissing } from '../../files/storage-errors.ts'
import * as verification from './verify.repository.ts'

const PAGE = 100
/** Reads at most this long per run, beside the transfers of users. */
const RUN_MS = 5 * 60_000
/** Contents that were just uploaded are left to the cache of the disk and to previews. */
const AGE_MS = 60_000

type VerifyDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'now' | 'log'>

/**
 * Reads contents that were received in several requests back from their store, once, and compares
 * length and CRC-32 with what was received. Their SHA-256 becomes known by it.
 * @returns how many were read
 */
export async function verifyContents(deps: VerifyDeps): Promise<number> {
  const startedAt = performance.now()
  let verified = 0
  let after = { created_at: 0, id: '' }
  for (;;) {
    const page = await verification.findUnverified(
      deps.db,
      after,
      deps.now().getTime() - AGE_MS,
      PAGE,
    )
    for (const blob of page) {
      if (performance.now() - startedAt > RUN_MS) return verified
      await verifyContent(deps, blob)
      verified += 1
    }
    const last = page.at(-1)
    if (!last) return verified
    after = last
  }
}

async function verifyContent(
  { transact, blobs, now, log }: VerifyDeps,
  { id, storage_key, size_bytes, crc32 }: verification.UnverifiedBlob,
): Promise<void> {
  const checksums = await blobs.checksums(storage_key, size_bytes).catch(error => {
    // A store that does not answer says nothing about the content.
    if (!(error instanceof BlobMissing)) throw error
    log.error({ err: error, blobId: id }, 'a content cannot be read in full')
    return undefined
  })
  const at = now().getTime()
  if (checksums === undefined)
    return transact(tx => verification.saveResult(tx, id, { verified_at: at, fault: 'missing' }))
  if (crc32 !== null && checksums.crc32 !== crc32) {
    log.error({ blobId: id }, 'a content differs from what was received')
    return transact(tx => verification.saveResult(tx, id, { verified_at: at, fault: 'damaged' }))
  }
  return transact(tx =>
    verification.saveResult(tx, id, { ...checksums, verified_at: at, fault: null }),
  )
}
