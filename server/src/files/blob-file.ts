import { open, rm, stat } from 'node:fs/promises'
import type { ByteRange } from './blob-store.ts'
import { isDiskFull } from './disk-errors.ts'
import { writeBatched } from './write-batched.ts'

/**
 * Writes from an offset on; the content is on disk when this resolves. What lies before the offset
 * stays; a start at 0 begins anew.
 */
export async function writeFileFrom(
  path: string,
  offset: number,
  source: AsyncIterable<Uint8Array>,
  takeRoom: (bytes: number) => Promise<void>,
): Promise<number> {
  const handle = await open(path, offset === 0 ? 'w' : 'r+')
  try {
    return await writeBatched(handle, offset, source, takeRoom)
  } catch (error) {
    // On a full disk what was not acknowledged is in the way.
    if (isDiskFull(error)) await handle.truncate(offset).catch(() => undefined)
    throw error
  } finally {
    await handle.close()
  }
}

const shorterThan = (path: string, size: number) =>
  new Error(`${path} has fewer bytes than its row says (${size})`)

export async function cutFile(path: string, sizeBytes: number): Promise<void> {
  const { size } = await stat(path)
  if (size < sizeBytes) throw shorterThan(path, sizeBytes)
  if (size === sizeBytes) return
  const handle = await open(path, 'r+')
  try {
    await handle.truncate(sizeBytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
}

export async function readPart(path: string, { start, end }: ByteRange): Promise<Uint8Array> {
  const handle = await open(path, 'r')
  try {
    const content = Buffer.allocUnsafe(end - start + 1)
    const { bytesRead } = await handle.read(content, 0, content.length, start)
    if (bytesRead < content.length) throw shorterThan(path, end + 1)
    return content
  } finally {
    await handle.close()
  }
}

/** Whether a file can be written and synced at a path where nothing is. */
export async function probe(path: string): Promise<void> {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile('probe')
    await handle.datasync()
  } finally {
    await handle.close()
    await rm(path)
  }
}
