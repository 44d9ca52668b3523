import { randomUUIDv7 } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bytes, sha256 } from '../../test/contents.ts'
import { createBucket } from '../../test/s3-bucket.ts'
import type { Bytes } from '../lib/byte-streams.ts'
import type { BlobStore, Part, PartialBlob, Placement } from './blob-store.ts'
import { combineCrc32 } from './combine-crc32.ts'
import { openDiskStore } from './disk-store.ts'
import { PagePool } from './s3/part-buffer.ts'
import { openS3Store } from './s3/s3-store.ts'

const MIB = 1024 * 1024
const NEW = { receivedBytes: 0, placement: null }

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-store-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Stores that share their contents, like those of several processes. */
interface Stores {
  first: BlobStore
  second: BlobStore
  /** Temporary files that are left. */
  scratchFiles: () => Promise<string[]>
}

async function openDisk(): Promise<Stores> {
  const folder = await createFolder()
  return {
    first: await openDiskStore(folder),
    second: await openDiskStore(folder),
    scratchFiles: async () => [],
  }
}

/** @param memoryBytes what parts may take; beyond it they are kept in files */
async function openS3(memoryBytes = 64 * MIB): Promise<Stores> {
  const s3 = await createBucket()
  const folder = await createFolder()
  const scratch = await openDiskStore(join(folder, 'scratch'))
  const parts = join(folder, 'parts')
  await mkdir(parts)
  const pool = new PagePool(memoryBytes)
  const space = { pool, folder: parts, takeDisk: async () => undefined }
  const open = () => openS3Store({ s3, scratch, space })
  return { first: await open(), second: await open(), scratchFiles: () => readdir(parts) }
}

async function* source(content: Uint8Array, pieceBytes = 64 * 1024): Bytes {
  for (let start = 0; start < content.length; start += pieceBytes)
    yield content.subarray(start, start + pieceBytes)
}

async function* brokenSource(content: Uint8Array): Bytes {
  yield* source(content)
  throw new Error('the client has gone')
}

/** Receives a content as the uploads do, from any process. */
class Receiver {
  readonly key = randomUUIDv7()
  readonly content: Uint8Array
  state: { receivedBytes: number; placement: Placement | null } = NEW
  parts = new Map<number, Part>()
  crc32 = 0

  constructor(content: Uint8Array) {
    this.content = content
  }

  get blob(): PartialBlob {
    return { key: this.key, sizeBytes: this.content.length, ...this.state }
  }

  /** Appends the bytes up to `end` and acknowledges them. */
  async receive(store: BlobStore, end: number): Promise<void> {
    const piece = this.content.subarray(this.state.receivedBytes, end)
    const appended = await store.append(this.blob, source(piece), end === this.content.length)
    expect(appended.bytes).toBe(piece.length)
    for (const part of appended.parts) this.parts.set(part.number, part)
    this.crc32 = combineCrc32(this.crc32, appended.crc32, appended.bytes)
    this.state = { receivedBytes: end, placement: appended.placement }
  }

  complete = (store: BlobStore): Promise<void> =>
    store.complete(
      this.blob,
      [...this.parts.values()].sort((a, b) => a.number - b.number),
    )
}

async function stored(store: BlobStore, key: string, content: Uint8Array): Promise<void> {
  const chunks = await store.read(key, { start: 0, end: content.length - 1 }).toArray()
  expect(sha256(Buffer.concat(chunks))).toBe(sha256(content))
}

async function keysIn(store: BlobStore, after?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.keysBefore(new Date(Date.now() + 60_000), after)) keys.push(key)
  return keys
}

async function unfinishedIn(store: BlobStore): Promise<string[]> {
  const keys: string[] = []
  const all = store.unfinishedBefore?.(new Date(Date.now() + 60_000)) ?? []
  for await (const { key } of all) keys.push(key)
  return keys
}

describe.each([
  ['on disk', openDisk],
  ['in a bucket', () => openS3()],
  ['in a bucket, without memory for parts', () => openS3(0)],
])('a store %s', (_, open) => {
  it('lists its keys in the same order each time, also from one of them on', async () => {
    const { first } = await open()
    for (let index = 0; index < 6; index += 1) await first.put(randomUUIDv7(), bytes(10))
    const keys = await keysIn(first)
    expect(keys.length).toBeGreaterThanOrEqual(6)
    for (const [index, key] of keys.entries())
      expect(await keysIn(first, key)).toEqual(keys.slice(index + 1))
  })

  it('returns a small content as it was, in full and in part', async () => {
    const { first, second } = await open()
    const key = randomUUIDv7()
    const content = bytes(100_000)
    await first.put(key, content)
    await stored(second, key, content)
    expect(Buffer.from(await second.readAll(key))).toEqual(Buffer.from(content))
    const part = await second.readWhole(key, { start: 10, end: 19 })
    expect(Buffer.from(part)).toEqual(Buffer.from(content.subarray(10, 20)))
    const { crc32: sum, sha256: hash } = await first.checksums(key, content.length)
    expect([sum, hash]).toEqual([crc32(content), sha256(content)])
    const copied = await first.asFile({ key, sizeBytes: content.length }, async path => path)
    expect(copied).not.toBe('')
    expect(await keysIn(first)).toEqual([key])
  })

  it('fails a read behind the end of a content', async () => {
    const { first } = await open()
    const key = randomUUIDv7()
    await first.put(key, bytes(100_000))
    const read = async () => {
      for await (const _ of first.read(key, { start: 0, end: 100_000 }));
    }
    await expect(read()).rejects.toThrow('storage.unavailable')
  })

  it.each([
    ['less than a part', 3 * MIB, [1 * MIB]],
    ['chunks smaller than its parts', 18 * MIB, [3 * MIB, 6 * MIB, 9 * MIB, 12 * MIB]],
    ['chunks of whole parts', 20 * MIB, [8 * MIB, 16 * MIB]],
    ['one chunk', 9 * MIB + 1, []],
  ])('assembles a content received by two processes: %s', async (_, size, ends) => {
    const { first, second, scratchFiles } = await open()
    const receiver = new Receiver(bytes(size))
    for (const [index, end] of [...ends, size].entries())
      await receiver.receive(index % 2 === 0 ? first : second, end)
    await receiver.complete(second)
    await receiver.complete(first)
    await stored(first, receiver.key, receiver.content)
    expect(receiver.crc32).toBe(crc32(receiver.content))
    expect(await keysIn(first)).toEqual([receiver.key])
    expect(await unfinishedIn(first)).toEqual([])
    expect(await scratchFiles()).toEqual([])
  })

  it('continues behind the acknowledged bytes after a chunk that was not acknowledged', async () => {
    const { first, second, scratchFiles } = await open()
    const receiver = new Receiver(bytes(18 * MIB))
    await receiver.receive(first, 3 * MIB)
    const other = bytes(9 * MIB)
    const { placement } = await first.append(receiver.blob, source(other), false)
    if (placement) await first.discard?.(receiver.key, placement, receiver.state.placement)
    await expect(first.append(receiver.blob, brokenSource(other), false)).rejects.toThrow()
    await first.rewind(receiver.blob)
    await receiver.receive(second, 18 * MIB)
    await receiver.complete(second)
    await stored(first, receiver.key, receiver.content)
    expect(await scratchFiles()).toEqual([])
  })

  it('keeps nothing of a new content whose client has gone', async () => {
    const { first, scratchFiles } = await open()
    const blob = { key: randomUUIDv7(), sizeBytes: 20 * MIB, ...NEW }
    await expect(first.append(blob, brokenSource(bytes(9 * MIB)), false)).rejects.toThrow(
      'storage.unavailable',
    )
    await first.abandon(blob.key, null)
    expect([await keysIn(first), await unfinishedIn(first)]).toEqual([[], []])
    expect(await scratchFiles()).toEqual([])
  })

  it('keeps nothing of a content that is cancelled', async () => {
    const { first, second } = await open()
    const receiver = new Receiver(bytes(20 * MIB))
    await receiver.receive(first, 9 * MIB)
    await receiver.receive(second, 10 * MIB)
    await second.abandon(receiver.key, receiver.state.placement)
    expect([await keysIn(first), await unfinishedIn(first)]).toEqual([[], []])
  })

  it('removes contents, and what is not there is no error', async () => {
    const { first } = await open()
    const keys = [randomUUIDv7(), randomUUIDv7()]
    await Promise.all(keys.map(key => first.put(key, bytes(10))))
    await first.remove([...keys, randomUUIDv7()])
    await first.remove([randomUUIDv7()])
    expect(await Promise.all(keys.map(key => first.has(key)))).toEqual([false, false])
  })

  it('reports a content that is missing or shorter than expected', async () => {
    const { first } = await open()
    const key = randomUUIDv7()
    await expect(first.readAll(key)).rejects.toThrow('storage.unavailable')
    await first.put(key, bytes(100))
    await expect(first.readWhole(key, { start: 50, end: 149 })).rejects.toThrow(
      'storage.unavailable',
    )
    await expect(first.checksums(key, 200)).rejects.toThrow('storage.unavailable')
  })

  it('passes its check', async () => {
    const { first } = await open()
    await first.check()
    expect(await keysIn(first)).toEqual([])
  })
})
