import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sizesInBucket } from './s3-bucket.ts'
import type { TestApp } from './test-app.ts'

/** Sizes of everything in the stores, also of what is not finished. */
async function storedSizes(t: TestApp): Promise<number[]> {
  return [...(await sizesOnDisk(t)), ...(await sizesInBucket(t.deps.config.storage))]
}

async function sizesOnDisk(t: TestApp): Promise<number[]> {
  const roots = ['blobs', 'scratch'].map(name => join(t.folder, name))
  const listings = roots.map(async root =>
    // There is no scratch folder without a bucket.
    (await readdir(root, { recursive: true }).catch(() => [])).map(path => join(root, path)),
  )
  const paths = (await Promise.all(listings)).flat()
  // Files deleted in the meantime are skipped.
  const stats = await Promise.all(paths.map(path => stat(path).catch(() => undefined)))
  const files = stats.filter(entry => entry !== undefined).filter(entry => entry.isFile())
  return files.map(({ size }) => size)
}

/** Everything that uploads leave on a server: stored files and bytes, quota and rows. */
export async function footprintOf(t: TestApp, ownerId: string) {
  const sizes = await storedSizes(t)
  const { used_bytes, reserved_bytes } = await t.storage(ownerId)
  const rowsOf = async (table: 'uploads' | 'items' | 'blobs') =>
    (await t.deps.db.selectFrom(table).select('id').execute()).length
  return {
    files: sizes.length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    used: Number(used_bytes),
    reserved: Number(reserved_bytes),
    uploads: await rowsOf('uploads'),
    items: await rowsOf('items'),
    blobs: await rowsOf('blobs'),
  }
}

/** Enough attempts of one kind to reveal what each leaves behind. */
const HOSTILE_TRIES = 100
/** As many parallel requests as browsers send to one server. */
const BATCH_SIZE = 6

export async function tryOften<T>(attempt: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let start = 0; start < HOSTILE_TRIES; start += BATCH_SIZE) {
    const indexes = Array.from(
      { length: Math.min(BATCH_SIZE, HOSTILE_TRIES - start) },
      (_, index) => start + index,
    )
    results.push(...(await Promise.all(indexes.map(attempt))))
  }
  return results
}
