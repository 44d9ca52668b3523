import { pagesOf } from '../../db/pages.ts'
import type { Deps } from '../../deps.ts'
import { BlobMissing } from '../../files/storage-errors.ts'
import { attemptEach } from '../../lib/attempt-each.ts'
import * as verification from './verify.repository.ts'

const PAGE = 100
/** Reads at most this long per run, beside the transfers of users. */
const RUN_MS = 5 * 60_000
/** Contents that were just uploaded are left to the cache of the disk and to previews. */
const AGE_MS = 60_000
/** Contents with a fault are read again after this long: the disk may only have been away. */
const FAULT_MS = 24 * 3_600_000

type VerifyDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'now' | 'log'>

type Pages = AsyncGenerator<verification.UnverifiedBlob[]>

/** The contents that were not read yet, oldest first, and those with a fault, in pages. */
async function* pagesToVerify({ db, now }: VerifyDeps): Pages {
  const at = now().getTime()
  let after = { created_at: 0, id: '' }
  for (;;) {
    const page = await verification.findUnverified(db, after, at - AGE_MS, PAGE)
    const last = page.at(-1)
    if (!last) break
    yield page
    after = last
  }
  yield* pagesOf(page => verification.findFaulty(db, at - FAULT_MS, page), PAGE)
}

/** The contents to read in this run. */
async function* contentsToVerify(deps: VerifyDeps): AsyncGenerator<verification.UnverifiedBlob> {
  const startedAt = performance.now()
  for await (const page of pagesToVerify(deps))
    for (const blob of page) {
      if (performance.now() - startedAt > RUN_MS) return
      yield blob
    }
}

/**
 * Reads contents that were received in several requests back from their store, once, and compares
 * length and CRC-32 with what was received. Their SHA-256 becomes known by it. One that the store
 * cannot read now stays for the next run, and does not stop the others.
 * @returns how many were read
 */
export async function verifyContents(deps: VerifyDeps): Promise<number> {
  let verified = 0
  await attemptEach(contentsToVerify(deps), async blob => {
    await verifyContent(deps, blob)
    verified += 1
  })
  return verified
}

/**
 * Reads a content and saves its hash, or its fault when it is missing or damaged.
 * @returns its SHA-256 in base64; undefined with a fault
 */
export async function verifyContent(
  { transact, blobs, now, log }: Omit<VerifyDeps, 'db'>,
  { id, storage_key, size_bytes, crc32 }: Omit<verification.UnverifiedBlob, 'created_at'>,
): Promise<string | undefined> {
  const checksums = await blobs.checksums(storage_key, size_bytes).catch(error => {
    // A store that does not answer says nothing about the content.
    if (!(error instanceof BlobMissing)) throw error
    log.error({ err: error, blobId: id }, 'a content cannot be read in full')
    return undefined
  })
  const save = (result: Omit<verification.Result, 'verified_at'>) =>
    transact(tx => verification.saveResult(tx, id, { ...result, verified_at: now().getTime() }))
  if (checksums === undefined) {
    await save({ fault: 'missing' })
    return undefined
  }
  if (crc32 !== null && checksums.crc32 !== crc32) {
    log.error({ blobId: id }, 'a content differs from what was received')
    await save({ fault: 'damaged' })
    return undefined
  }
  await save({ ...checksums, fault: null })
  return checksums.sha256
}
