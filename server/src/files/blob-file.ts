import { constants, open, rm, stat } from 'node:fs/promises'
import type { ByteRange } from './blob-store.ts'
import { isDiskFull, TOO_SHORT } from './storage-errors.ts'
import { type Written, writeBatched } from './write-batched.ts'

/** Never truncates: another process may have written behind the offset meanwhile. */
const CREATE = constants.O_RDWR | constants.O_CREAT

/**
 * Writes a stream from an offset and resolves when it is on disk. All other bytes stay; an offset of
 * 0 creates the file.
 */
export async function writeFileFrom(
  path: string,
  offset: number,
  source: AsyncIterable<Uint8Array>,
  reserveSpace: (bytes: number) => Promise<void>,
): Promise<Written> {
  const handle = await open(path, offset === 0 ? CREATE : 'r+')
  try {
    return await writeBatched(handle, offset, source, reserveSpace)
  } catch (error) {
    // On a full disk, the bytes of a failed new file only take space.
    if (offset === 0 && isDiskFull(error)) await handle.truncate().catch(() => undefined)
    throw error
  } finally {
    await handle.close()
  }
}

export const tooShort = (path: string, size: number) =>
  Object.assign(new Error(`${path} has fewer bytes than its row says (${size})`), {
    code: TOO_SHORT,
  })

/** Truncates a file to a size and syncs it; fails if the file is shorter. */
export async function truncateFile(path: string, sizeBytes: number): Promise<void> {
  const { size } = await stat(path)
  if (size < sizeBytes) throw tooShort(path, sizeBytes)
  if (size === sizeBytes) return
  const handle = await open(path, 'r+')
  try {
    await handle.truncate(sizeBytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

/** Reads a range of a file; fails if the file is too short. */
export async function readPart(path: string, { start, end }: ByteRange): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const content = Buffer.allocUnsafe(end - start + 1)
    const { bytesRead } = await handle.read(content, 0, content.length, start)
    if (bytesRead < content.length) throw tooShort(path, end + 1)
    return content
  } finally {
    await handle.close()
  }
}

/** Checks that a file can be created, written and synced at a path. */
export async function probe(path: string): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile('probe')
    await handle.datasync()
  } finally {
    await handle.close()
    // Another process may have cleaned up.
    await rm(path, { force: true })
  }
}
