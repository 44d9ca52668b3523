import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { probe, readPart, truncateFile, writeFileFrom } from './blob-file.ts'
import type { BlobStore, ByteRange } from './blob-store.ts'
import { diskError, mapDiskError } from './disk-errors.ts'
import { createDiskReserve } from './disk-reserve.ts'
import { createDiskThread } from './disk-thread.ts'
import { createFolderSync } from './folder-sync.ts'

const READ_AHEAD_BYTES = 512 * 1024
/** Keys of 65 seconds share a folder: few enough to list, many enough to sync together. */
const FOLDER_LENGTH = 8
// Separate threads, so that hashing a large chunk does not delay small files; shared by all stores.
const writer = createDiskThread()
const hasher = createDiskThread()
/** Keys are UUIDv7 of our own, never a name or a path (ASVS 5.3.2). */
const KEY = /^[0-9a-f-]{36}$/

async function isOlder(path: string, time: Date): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats !== undefined && stats.mtimeMs < time.getTime()
}

async function* keysBefore(root: string, time: Date): AsyncIterable<string> {
  for (const folder of await readdir(root, { withFileTypes: true })) {
    // A probe file left by a crash lies beside the folders.
    if (!folder.isDirectory()) continue
    for (const key of await readdir(join(root, folder.name)))
      if (KEY.test(key) && (await isOlder(join(root, folder.name, key), time))) yield key
  }
}

function readStream(path: string, range: ByteRange): Readable {
  const stream = createReadStream(path, { ...range, highWaterMark: READ_AHEAD_BYTES })
  return stream.on('error', error => stream.destroy(diskError(error)))
}

/** Stores blobs as files named by their keys. `reserveBytes` of the disk stay free. */
export async function openDiskStore(root: string, reserveBytes?: number): Promise<BlobStore> {
  const reserve = createDiskReserve(root, { reserveBytes })
  const folders = new Set<string>()
  const syncFolder = createFolderSync()
  await mkdir(root, { recursive: true })
  await syncFolder(dirname(root))

  const folderOf = (key: string) => join(root, key.slice(0, FOLDER_LENGTH))
  function pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error(`Not a blob key: ${key}`)
    return join(folderOf(key), key)
  }

  async function requireFolder(key: string): Promise<void> {
    const folder = folderOf(key)
    if (folders.has(folder)) return
    await mkdir(folder, { recursive: true })
    // Also for an existing folder: its creator may still be syncing, or have failed to.
    await syncFolder(root)
    folders.add(folder)
  }

  async function put(key: string, content: Uint8Array): Promise<void> {
    await reserve.take(content.length)
    await requireFolder(key)
    try {
      await writer({ kind: 'put', path: pathOf(key), content })
    } catch (error) {
      // No row will reference it, and it takes space on a full disk.
      await rm(pathOf(key), { force: true }).catch(() => undefined)
      throw error
    }
  }

  async function write(key: string, offset: number, source: AsyncIterable<Uint8Array>) {
    await requireFolder(key)
    const count = await writeFileFrom(pathOf(key), offset, source, reserve.take)
    if (offset === 0) await syncFolder(folderOf(key))
    return count
  }

  return {
    requireFreeSpace: sizeBytes => mapDiskError(() => reserve.require(sizeBytes)),
    put: (key, content) => mapDiskError(() => put(key, content)),
    write: (key, offset, source) => mapDiskError(() => write(key, offset, source)),
    finish: (key, sizeBytes) => mapDiskError(() => truncateFile(pathOf(key), sizeBytes)),
    digest: (key, range) =>
      mapDiskError(() => hasher({ kind: 'digest', path: pathOf(key), range })),
    crc32: (key, sizeBytes) =>
      mapDiskError(async () =>
        Number(await hasher({ kind: 'crc32', path: pathOf(key), sizeBytes })),
      ),
    read: (key, range) => readStream(pathOf(key), range),
    readWhole: (key, range) => mapDiskError(() => readPart(pathOf(key), range)),
    asFile: async (key, work) => work(pathOf(key)),
    remove: key => mapDiskError(() => rm(pathOf(key), { force: true })),
    keysBefore: time => keysBefore(root, time),
    // A unique name, because other probes and processes run at the same time.
    check: () => mapDiskError(() => probe(join(root, `.probe-${randomUUID()}`))),
  }
}
