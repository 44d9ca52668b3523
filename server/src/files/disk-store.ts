import { randomUUID } from 'node:crypto'
import { close, createReadStream, open, read } from 'node:fs'
import { chmod, mkdir, opendir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { attemptEach } from '../lib/attempt-each.ts'
import type { Bytes } from '../lib/byte-streams.ts'
import { probe, readPart, tooShort, truncateFile, writeFileFrom } from './blob-file.ts'
import type { Appended, BlobStore, ByteRange, PartialBlob } from './blob-store.ts'
import { createDiskReserve } from './disk-reserve.ts'
import { createDiskThread } from './disk-thread.ts'
import { createFolderSync } from './folder-sync.ts'
import { diskError, mapDiskError } from './storage-errors.ts'

const READ_AHEAD_BYTES = 512 * 1024
/** Keys of 65 seconds share a folder: few enough to list, many enough to sync together. */
const FOLDER_LENGTH = 8
/** A key begins with its time in milliseconds, of 12 digits. */
const FOLDER_MS = 16 ** (12 - FOLDER_LENGTH)
/** Names of folders that are held at a time, because their number grows with the time. */
const LISTED_FOLDERS = 20_000
// Separate threads, so that hashing a large chunk does not delay small files; shared by all stores.
const writer = createDiskThread()
const hasher = createDiskThread()
/** Keys are UUIDv7 of our own, never a name or a path (ASVS 5.3.2). */
const KEY = /^[0-9a-f-]{36}$/

async function isOlder(path: string, time: Date): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats !== undefined && stats.mtimeMs < time.getTime()
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR'])

/** Other errors say nothing about the file. */
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (ABSENT.has(error.code ?? '')) return false
      throw error
    },
  )

/** Adds rights, unless they are there: a change of the mode is one of the file to backups. */
async function addMode(path: string, mode: number): Promise<void> {
  const current = (await stat(path)).mode & 0o777
  if ((current & mode) !== mode) await chmod(path, current | mode)
}

/**
 * Lets the group of the process read a content, not list its folder. Only contents that nginx sends
 * need it.
 * @returns whether it can, which depends on the file system
 */
const shareWithGroup = (path: string): Promise<boolean> =>
  Promise.all([addMode(dirname(path), 0o010), addMode(path, 0o040)]).then(
    () => true,
    () => false,
  )

const WITH_CONTENTS = new Set(['ENOTEMPTY', 'EEXIST', 'ENOENT'])

function ignoreContents(error: NodeJS.ErrnoException): void {
  if (!WITH_CONTENTS.has(error.code ?? '')) throw error
}

/** Another process may just have removed the folder as empty. */
const keysIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (ABSENT.has(error.code ?? '')) return []
    throw error
  })

/** Returns the first folders that match, in order. */
async function findFolders(root: string, matches: (name: string) => boolean): Promise<string[]> {
  const names: string[] = []
  for await (const entry of await opendir(root)) {
    // A probe file left by a crash lies beside the folders.
    if (!entry.isDirectory() || !matches(entry.name)) continue
    names.push(entry.name)
    if (names.length === 2 * LISTED_FOLDERS) names.sort().splice(LISTED_FOLDERS)
  }
  return names.sort().slice(0, LISTED_FOLDERS)
}

/** Yields the folders of contents from that of a key, in order. */
async function* foldersFrom(root: string, key: string): AsyncIterable<string> {
  const first = key.slice(0, FOLDER_LENGTH)
  let names = await findFolders(root, name => name >= first)
  while (names.length > 0) {
    yield* names
    const last = names.at(-1) ?? ''
    names = await findFolders(root, name => name > last)
  }
}

async function* keysBefore(root: string, time: Date, after = ''): AsyncIterable<string> {
  for await (const folder of foldersFrom(root, after))
    for (const key of (await keysIn(join(root, folder))).sort()) {
      const isListed = key > after && key.startsWith(folder) && KEY.test(key)
      if (isListed && (await isOlder(join(root, folder, key), time))) yield key
    }
}

/** Reads of a range that fail where the file ends before it; a stream would end there as if complete. */
const readsUntil = (path: string, end: number) => ({
  open,
  close,
  read: ((file, buffer, offset, length, position, done) =>
    read(file, buffer, offset, length, position, (error, bytes, into) =>
      done(error ?? (bytes === 0 ? tooShort(path, end + 1) : null), bytes, into),
    )) as typeof read,
})

function readStream(path: string, range: ByteRange): Readable {
  const fs = readsUntil(path, range.end)
  const stream = createReadStream(path, { ...range, highWaterMark: READ_AHEAD_BYTES, fs })
  const destroy = stream._destroy.bind(stream)
  // Replaced before listeners receive it; a listener would be too late.
  stream._destroy = (error, done) => destroy(error, cause => done(cause ? diskError(cause) : cause))
  return stream
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

  /** Writes into the folder of a key, which the sweep of any process may just have removed as empty. */
  async function inFolder<T>(key: string, write: () => Promise<T>): Promise<T> {
    await requireFolder(key)
    try {
      return await write()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      folders.delete(folderOf(key))
      await requireFolder(key)
      return write()
    }
  }

  async function put(key: string, content: Uint8Array): Promise<void> {
    await reserve.take(content.length)
    try {
      await inFolder(key, () => writer({ kind: 'put', path: pathOf(key), content }))
    } catch (error) {
      // No row will reference it, and it takes space on a full disk.
      await rm(pathOf(key), { force: true }).catch(() => undefined)
      throw error
    }
  }

  async function append(blob: PartialBlob, source: Bytes): Promise<Appended> {
    const { key, receivedBytes } = blob
    const written = await inFolder(key, () =>
      writeFileFrom(pathOf(key), receivedBytes, source, reserve.take),
    )
    if (receivedBytes === 0) await syncFolder(folderOf(key))
    return { ...written, parts: [], placement: null }
  }

  async function removeEmptyFolders(time: Date, after = '', until?: string): Promise<void> {
    for await (const name of foldersFrom(root, after)) {
      if (until !== undefined && name > until) return
      // NaN for what is no folder of ours.
      const newest = (Number(`0x${name}`) + 1) * FOLDER_MS
      if (!(newest < time.getTime())) continue
      const folder = join(root, name)
      folders.delete(folder)
      await rmdir(folder).catch(ignoreContents)
    }
  }

  /** Another request may hold the blob, so only bytes behind a settled or locked size are cut off. */
  const cut = ({ key, receivedBytes }: PartialBlob) =>
    mapDiskError(() => truncateFile(pathOf(key), receivedBytes))
  const remove = (key: string) => mapDiskError(() => rm(pathOf(key), { force: true }))

  return {
    requireFreeSpace: sizeBytes => mapDiskError(() => reserve.require(sizeBytes)),
    put: (key, content) => mapDiskError(() => put(key, content)),
    append: (blob, source) => mapDiskError(() => append(blob, source)),
    rewind: cut,
    complete: cut,
    abandon: remove,
    checksums: (key, sizeBytes) =>
      mapDiskError(async () =>
        JSON.parse(await hasher({ kind: 'checksums', path: pathOf(key), sizeBytes })),
      ),
    read: (key, range) => readStream(pathOf(key), range),
    readWhole: (key, range) => mapDiskError(() => readPart(pathOf(key), range)),
    readAll: key => mapDiskError(() => readFile(pathOf(key))),
    asFile: async ({ key }, work) => work(pathOf(key)),
    handOff: async (key, kind) =>
      kind === 'accel' && (await shareWithGroup(pathOf(key)))
        ? { kind, path: relative(root, pathOf(key)) }
        : undefined,
    has: key => mapDiskError(() => exists(pathOf(key))),
    remove: keys => mapDiskError(() => attemptEach(keys, remove)),
    keysBefore: (time, after) => keysBefore(root, time, after),
    removeEmptyFolders: (time, after, until) =>
      mapDiskError(() => removeEmptyFolders(time, after, until)),
    // A unique name, because other probes and processes run at the same time.
    check: () => mapDiskError(() => probe(join(root, `.probe-${randomUUID()}`))),
  }
}
