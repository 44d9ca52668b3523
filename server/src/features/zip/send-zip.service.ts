import { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import type { ByteRange } from '../../files/blob-store.ts'
import { type Bytes, type ReadAhead, sharedReadAhead } from '../../lib/byte-streams.ts'
import * as zip from './zip.repository.ts'
import type { ZipLayout } from './zip-layout.ts'
import { centralHeader, centralHeaderBytes, endRecords, localHeader } from './zip-records.ts'

type SendDeps = Pick<Deps, 'transact' | 'blobs' | 'log'>

/** Contents up to this size are read at once. */
const SMALL_BYTES = 1024 * 1024
/** Contents that are read ahead, because a bucket takes some 15 ms for each. */
const AHEAD = 32
/** Contents that are read ahead regardless of their size. */
const MIN_AHEAD = 4
/** Headers and small contents are sent in one write. */
const JOINED_BYTES = 256 * 1024
const SAVE_BATCH_SIZE = 300

/** A checksum precedes its content, so missing ones are computed first and stored for later. */
function checksums({ transact, blobs, log }: SendDeps, layout: ZipLayout) {
  const pending = new Map<number, Promise<void>>()
  let computed = new Map<string, number>()

  async function save(): Promise<void> {
    const crcs = computed
    computed = new Map()
    if (crcs.size === 0) return
    // The archive continues if storing fails; the next one computes them again.
    await transact(tx => zip.saveCrcs(tx, crcs)).catch(err =>
      log.error({ err }, 'checksums could not be stored'),
    )
  }

  async function compute(index: number): Promise<void> {
    const blobId = layout.blobId(index)
    if (blobId === null) return
    const { crc32: crc } = await blobs.checksums(blobId, layout.entry(index).size)
    layout.setCrc(index, crc)
    computed.set(blobId, crc)
    if (computed.size >= SAVE_BATCH_SIZE) await save()
  }

  async function ensure(index: number): Promise<void> {
    if (layout.isCrcKnown(index)) return
    const computing = pending.get(index) ?? compute(index)
    pending.set(index, computing)
    await computing
    pending.delete(index)
  }

  return { ensure, save }
}

type Checksums = ReturnType<typeof checksums>

const overlap = (start: number, length: number, { start: from, end: to }: ByteRange) => ({
  start: Math.max(0, from - start),
  end: Math.min(length - 1, to - start),
})
const isEmpty = ({ start, end }: ByteRange) => start > end

async function* contentOf(blobs: Deps['blobs'], blobId: string, range: ByteRange): Bytes {
  let remaining = range.end - range.start + 1
  for await (const chunk of blobs.read(blobId, range) as Bytes) {
    remaining -= chunk.length
    yield chunk
  }
  // A short file must not end up in a valid-looking archive.
  if (remaining !== 0) throw new Error(`Content ${blobId} has fewer bytes than its row says`)
}

interface Reading {
  range: ByteRange
  sums: Checksums
  readAhead: ReadAhead
}

/** Reads small contents of the next entries of a range while the current one is sent. */
function loader(blobs: Deps['blobs'], layout: ZipLayout, { range, sums, readAhead }: Reading) {
  const ahead = new Map<number, Promise<Uint8Array | undefined>>()
  let aheadBytes = 0
  let next = layout.indexAt(range.start)

  async function load(index: number): Promise<Uint8Array | undefined> {
    const { size } = layout.entry(index)
    const blobId = layout.blobId(index)
    await sums.ensure(index)
    const text = layout.text(index)
    if (text) return text
    if (blobId === null || size === 0 || size > SMALL_BYTES) return undefined
    return blobs.readWhole(blobId, { start: 0, end: size - 1 })
  }

  function loadAhead(index: number): void {
    for (; next < layout.count && next <= index + AHEAD; next += 1) {
      const { size, offset } = layout.entry(next)
      const hasMemory = next <= index + MIN_AHEAD || aheadBytes + size <= readAhead.share
      if (offset > range.end || !hasMemory) return
      const loading = load(next)
      // The error surfaces when the entry is taken; it may never be.
      loading.catch(() => undefined)
      ahead.set(next, loading)
      aheadBytes += size
    }
  }

  /** Entries are taken in order. */
  return (index: number): Promise<Uint8Array | undefined> | undefined => {
    loadAhead(index)
    const loading = ahead.get(index)
    ahead.delete(index)
    aheadBytes -= layout.entry(index).size
    return loading
  }
}

async function* entriesIn(deps: SendDeps, layout: ZipLayout, reading: Reading) {
  const { range } = reading
  const load = loader(deps.blobs, layout, reading)
  for (let index = layout.indexAt(range.start); index < layout.count; index += 1) {
    if (layout.entry(index).offset > range.end) return
    const content = await load(index)
    const entry = layout.entry(index)
    const header = localHeader(entry)
    const part = overlap(entry.offset, header.length, range)
    if (!isEmpty(part)) yield header.subarray(part.start, part.end + 1)
    const contentPart = overlap(entry.offset + header.length, entry.size, range)
    const blobId = layout.blobId(index)
    if (isEmpty(contentPart)) continue
    if (content) yield content.subarray(contentPart.start, contentPart.end + 1)
    else if (blobId !== null) yield* contentOf(deps.blobs, blobId, contentPart)
  }
}

async function* directoryIn(layout: ZipLayout, sums: Checksums, range: ByteRange): Bytes {
  const { start, bytes } = layout.directory
  let position = start
  for (let index = 0; index < layout.count && position <= range.end; index += 1) {
    const entry = layout.entry(index)
    const length = centralHeaderBytes(entry.name.length, entry)
    const part = overlap(position, length, range)
    position += length
    if (isEmpty(part)) continue
    if (!layout.isCrcKnown(index)) await sums.ensure(index)
    yield centralHeader(layout.entry(index)).subarray(part.start, part.end + 1)
  }
  const records = endRecords(layout.directory)
  const part = overlap(start + bytes, records.length, range)
  if (!isEmpty(part)) yield records.subarray(part.start, part.end + 1)
}

/** Joins small pieces: one write per piece would cost more than reading them. */
async function* joined(pieces: Bytes): Bytes {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    if (waiting.length === 0 && piece.length >= JOINED_BYTES) {
      yield piece
      continue
    }
    waiting.push(piece)
    bytes += piece.length
    if (bytes < JOINED_BYTES) continue
    yield Buffer.concat(waiting, bytes)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes)
}

/**
 * Streams a range of an archive. Fails, which breaks the connection, when a content cannot be read.
 * `onEnd` receives the number of bytes sent, also after an interruption.
 */
export function readZip(
  deps: SendDeps,
  layout: ZipLayout,
  range: ByteRange,
  onEnd: (bytes: number) => void,
  readAhead = sharedReadAhead,
): Readable {
  const sums = checksums(deps, layout)
  async function* all() {
    if (range.start < layout.directory.start)
      yield* entriesIn(deps, layout, { range, sums, readAhead })
    if (range.end >= layout.directory.start) yield* directoryIn(layout, sums, range)
  }
  async function* body() {
    let bytes = 0
    try {
      for await (const piece of joined(all())) {
        yield piece
        bytes += piece.length
      }
    } finally {
      await sums.save()
      onEnd(bytes)
    }
  }
  const stream = Readable.from(body(), { objectMode: false })
  readAhead.add(stream)
  return stream
}
