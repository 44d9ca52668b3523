import { randomBytes } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Enough for thousands of sign-ins and deletions. */
const SPARE_BYTES = 16 * 1024 * 1024
/** With less free than this the spare would only make the disk full sooner. */
const WANTED_FREE_BYTES = 4 * SPARE_BYTES

export const spareFileOf = (databaseFile: string): string => `${databaseFile}-spare`

async function hasSpare(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.size === SPARE_BYTES
}

/**
 * Sets room aside for SQLite, which has to write even to delete. What else fills the disk can't take it.
 * Random bytes, as some file systems store zeros without taking room for them.
 */
export async function keepSpareFile(databaseFile: string): Promise<void> {
  const path = spareFileOf(databaseFile)
  if (await hasSpare(path)) return
  const { bavail, bsize } = await statfs(databaseFile)
  if (bavail * bsize < WANTED_FREE_BYTES) return
  const content = await promisify(randomBytes)(SPARE_BYTES)
  const handle = await open(path, 'w')
  try {
    await handle.writeFile(content)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

export const releaseSpareFile = (databaseFile: string): Promise<void> =>
  rm(spareFileOf(databaseFile), { force: true })
