import { Readable } from 'node:stream'
import type { Deps } from '../../deps.ts'
import type { ByteRange } from '../../files/blob-store.ts'
import type { Bytes } from '../../lib/byte-streams.ts'
import * as zip from './zip.repository.ts'
import type { ZipLayout } from './zip-layout.ts'
import { centralHeader, centralHeaderBytes, endRecords, localHeader } from './zip-records.ts'

type SendDeps = Pick<Deps, 'transact' | 'blobs' | 'log'>

/** Up to here a content is read at once, and a few of them ahead. */
const SMALL_BYTES = 1024 * 1024
const AHEAD = 4
/** Headers and small contents travel together. */
const JOINED_BYTES = 256 * 1024
const KEPT_AT_ONCE = 300

/** Checksums stand before the bytes they are of: those not known yet are worked out, and kept. */
function checksums({ transact, blobs, log }: SendDeps, layout: ZipLayout) {
  const asked = new Map<number, Promise<void>>()
  let found = new Map<string, number>()

  async function keep(): Promise<void> {
    const crcs = found
    found = new Map()
    if (crcs.size === 0) return
    // The archive goes on without: the next one works them out again.
    await transact(tx => zip.keepCrcs(tx, crcs)).catch(err => log.error({ err }, 'checksums'))
  }

  async function workOut(index: number): Promise<void> {
    const blobId = layout.blobId(index)
    if (blobId === null) return
    const crc = await blobs.crc32(blobId, layout.entry(index).size)
    layout.setCrc(index, crc)
    found.set(blobId, crc)
    if (found.size >= KEPT_AT_ONCE) await keep()
  }

  async function need(index: number): Promise<void> {
    if (layout.isCrcKnown(index)) return
    const asking = asked.get(index) ?? workOut(index)
    asked.set(index, asking)
    await asking
    asked.delete(index)
  }

  return { need, keep }
}

type Checksums = ReturnType<typeof checksums>

const overlap = (start: number, length: number, { start: from, end: to }: ByteRange) => ({
  start: Math.max(0, from - start),
  end: Math.min(length - 1, to - start),
})
const isEmpty = ({ start, end }: ByteRange) => start > end

async function* contentOf(blobs: Deps['blobs'], blobId: string, range: ByteRange): Bytes {
  let missing = range.end - range.start + 1
  for await (const chunk of blobs.read(blobId, range) as Bytes) {
    missing -= chunk.length
    yield chunk
  }
  // Never a valid-looking archive with a short file in it.
  if (missing !== 0) throw new Error(`Content ${blobId} has fewer bytes than its row says`)
}

/** Small contents of the next entries, on their way while this one is sent. */
function readAhead(blobs: Deps['blobs'], layout: ZipLayout, needed: Checksums['need']) {
  const ahead = new Map<number, Promise<Uint8Array | undefined>>()

  async function load(index: number): Promise<Uint8Array | undefined> {
    const [{ size }, blobId] = [layout.entry(index), layout.blobId(index)]
    await needed(index)
    const text = layout.text(index)
    if (text) return text
    if (blobId === null || size === 0 || size > SMALL_BYTES) return undefined
    return blobs.readWhole(blobId, { start: 0, end: size - 1 })
  }

  return {
    take(index: number): Promise<Uint8Array | undefined> {
      for (let next = index; next <= index + AHEAD && next < layout.count; next += 1) {
        if (ahead.has(next)) continue
        const loading = load(next)
        // Whoever comes to it is told of a failure; nobody may come to it.
        loading.catch(() => undefined)
        ahead.set(next, loading)
      }
      const loading = ahead.get(index) ?? load(index)
      ahead.delete(index)
      return loading
    },
  }
}

async function* entriesIn(deps: SendDeps, layout: ZipLayout, sums: Checksums, range: ByteRange) {
  const small = readAhead(deps.blobs, layout, sums.need)
  for (let index = layout.indexAt(range.start); index < layout.count; index += 1) {
    if (layout.entry(index).offset > range.end) return
    const whole = await small.take(index)
    const entry = layout.entry(index)
    const header = localHeader(entry)
    const wanted = overlap(entry.offset, header.length, range)
    if (!isEmpty(wanted)) yield header.subarray(wanted.start, wanted.end + 1)
    const part = overlap(entry.offset + header.length, entry.size, range)
    const blobId = layout.blobId(index)
    if (isEmpty(part)) continue
    if (whole) yield whole.subarray(part.start, part.end + 1)
    else if (blobId !== null) yield* contentOf(deps.blobs, blobId, part)
  }
}

async function* directoryIn(layout: ZipLayout, sums: Checksums, range: ByteRange): Bytes {
  const { start, bytes } = layout.directory
  let position = start
  for (let index = 0; index < layout.count && position <= range.end; index += 1) {
    const entry = layout.entry(index)
    const length = centralHeaderBytes(entry.name.length, entry)
    const wanted = overlap(position, length, range)
    position += length
    if (isEmpty(wanted)) continue
    if (!layout.isCrcKnown(index)) await sums.need(index)
    yield centralHeader(layout.entry(index)).subarray(wanted.start, wanted.end + 1)
  }
  const records = endRecords(layout.directory)
  const wanted = overlap(start + bytes, records.length, range)
  if (!isEmpty(wanted)) yield records.subarray(wanted.start, wanted.end + 1)
}

/** A write for each of a hundred thousand small pieces would cost more than reading them. */
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
 * A part of an archive, or all of it. Ends with an error, and so with a broken connection, when a
 * content can't be read. `left` is told how many bytes went out, also when it was broken off.
 */
export function readZip(
  deps: SendDeps,
  layout: ZipLayout,
  range: ByteRange,
  left: (bytes: number) => void,
): Readable {
  const sums = checksums(deps, layout)
  async function* all() {
    if (range.start < layout.directory.start) yield* entriesIn(deps, layout, sums, range)
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
      await sums.keep()
      left(bytes)
    }
  }
  return Readable.from(body(), { objectMode: false })
}
