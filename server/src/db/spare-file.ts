import { randomBytes } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { readDiskSpace } from '../lib/disk-space.ts'

/** Enough for thousands of sign-ins and deletions. */
const SPARE_BYTES = 16 * 1024 * 1024
/** With less free space than this, the spare file would only fill the disk sooner. */
const MIN_FREE_BYTES = 4 * SPARE_BYTES

/** Path of the spare file next to the database file. */
export const spareFileOf = (databaseFile: string): string => `${databaseFile}-spare`

async function hasSpare(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.size === SPARE_BYTES
}

/**
 * Reserves disk space for SQLite, which must write even to delete, so that other data cannot use
 * it. The bytes are random, because some file systems store zeros without allocating space.
 */
export async function createSpareFile(databaseFile: string): Promise<void> {
  const path = spareFileOf(databaseFile)
  if (await hasSpare(path)) return
  const { freeBytes } = await readDiskSpace(databaseFile)
  if (freeBytes < MIN_FREE_BYTES) return
  const content = await promisify(randomBytes)(SPARE_BYTES)
  const handle = await open(path, 'w')
  try {
    await handle.writeFile(content)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Deletes the spare file, so that SQLite can use its space. */
export const releaseSpareFile = (databaseFile: string): Promise<void> =>
  rm(spareFileOf(databaseFile), { force: true })
