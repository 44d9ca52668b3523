import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'

/** One write of this size costs little more than one of a socket's 64 KiB. */
const BATCH_BYTES = 1024 * 1024
/** Bytes written before a sync is started alongside further writes. */
const SYNC_AHEAD_BYTES = 2 * BATCH_BYTES

export interface Written {
  bytes: number
  crc32: number
}

/**
 * Writes a stream at an offset and syncs it; resolves when it is on disk. The next batch is received while the last one is written, and written data is synced
 * alongside: at most two batches are in memory, and the final sync is short. `reserveSpace` is
 * called before each batch and ends the write by throwing.
 */
export async function writeBatched(
  handle: FileHandle,
  offset: number,
  source: AsyncIterable<Uint8Array>,
  reserveSpace: (bytes: number) => Promise<void>,
): Promise<Written> {
  const syncAhead = createSyncAhead(handle)
  let position = offset
  let batch: Uint8Array[] = []
  let batchBytes = 0
  let checksum = 0
  let writing: Promise<unknown> = Promise.resolve()

  async function flush(): Promise<void> {
    await writing
    await reserveSpace(batchBytes)
    syncAhead.written(batchBytes)
    writing = writeAll(handle, batch, position)
    // The failure surfaces at the next await; until then it must not count as unhandled.
    writing.catch(() => undefined)
    position += batchBytes
    batch = []
    batchBytes = 0
  }

  try {
    for await (const chunk of source) {
      batch.push(chunk)
      checksum = crc32(chunk, checksum)
      batchBytes += chunk.length
      if (batchBytes >= BATCH_BYTES) await flush()
    }
    if (batchBytes > 0) await flush()
  } finally {
    // The handle must not be closed during a write or a sync.
    await writing.catch(() => undefined)
    await syncAhead.settled()
  }
  await writing
  await syncAhead.finish()
  return { bytes: position - offset, crc32: checksum }
}

/**
 * Syncs alongside writes. A failed sync is not repeated: the kernel may have dropped the data it
 * could not write, and would report success.
 */
function createSyncAhead(handle: FileHandle) {
  let unsyncedBytes = 0
  let running: Promise<void> | undefined
  let failure: unknown

  const sync = () =>
    handle.datasync().catch((error: unknown) => {
      failure ??= error
    })
  return {
    written(bytes: number): void {
      unsyncedBytes += bytes
      if (running !== undefined || unsyncedBytes < SYNC_AHEAD_BYTES) return
      unsyncedBytes = 0
      running = sync().finally(() => {
        running = undefined
      })
    },
    settled: async () => running,
    async finish(): Promise<void> {
      if (failure === undefined) await sync()
      if (failure !== undefined) throw failure
    },
  }
}

/** `writev` may write less than it was given. */
async function writeAll(handle: FileHandle, batch: Uint8Array[], position: number): Promise<void> {
  const total = batch.reduce((sum, chunk) => sum + chunk.length, 0)
  const { bytesWritten } = await handle.writev(batch, position)
  if (bytesWritten === total) return
  const rest = Buffer.concat(batch).subarray(bytesWritten)
  for (let written = 0; written < rest.length; ) {
    const at = position + bytesWritten + written
    written += (await handle.write(rest, written, rest.length - written, at)).bytesWritten
  }
}
