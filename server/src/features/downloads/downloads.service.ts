import { Readable } from 'node:stream'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { ByteRange } from '../../files/blob-store.ts'
import { type ItemView, requireItem } from '../items/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { addTraffic } from '../traffic/index.ts'
import { findVersion } from '../versions/index.ts'

export interface FileToSend {
  item: ItemView
  /** Also identifies the content: a blob never changes. */
  blobId: string
  size: number
  mimetype: string
  modifiedAt: number
}

/**
 * Loads a file for download.
 * @throws AppError `storage.damaged` for a content that is known to be wrong
 * @param versionId an earlier version, which has the same access rights as the file
 */
export async function openFile(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  versionId?: string,
): Promise<FileToSend> {
  const { item } = await requireItem(db, actor, id, 'download')
  await requireUnrestricted(db, actor, [item], 'canDownload')
  const version = versionId ? await findVersion(db, id, versionId) : undefined
  const { blob_id: blobId, size_bytes: size, mimetype, content_fault: fault } = version ?? item
  if (item.type !== 'file' || blobId === null || (versionId && !version))
    throw new AppError('item.not_found')
  // A missing content is read all the same: its disk may only have been away.
  if (fault === 'damaged') throw new AppError('storage.damaged')
  return {
    item,
    blobId,
    size,
    mimetype: mimetype ?? 'application/octet-stream',
    // The time of upload: the file's own date may be older than the one a browser has cached.
    modifiedAt: version?.created_at ?? item.content_at ?? item.created_at,
  }
}

/** Up to this size a single read is cheaper than a stream. */
const SMALL_BYTES = 64 * 1024

/** Reads a range of a file, as one buffer if it is small. */
export const readRange = (
  { blobs }: Pick<Deps, 'blobs'>,
  file: FileToSend,
  range: ByteRange,
): Promise<Uint8Array> | Readable =>
  range.end - range.start < SMALL_BYTES
    ? blobs.readWhole(file.blobId, range)
    : blobs.read(file.blobId, range)

/** Streams several ranges as `multipart/byteranges` (RFC 9110 §14.6). */
export function readRanges(
  { blobs }: Pick<Deps, 'blobs'>,
  file: FileToSend,
  ranges: ByteRange[],
  boundary: string,
  type: string,
): { length: number; body: Readable } {
  const partHeaders = ranges.map(
    ({ start, end }) =>
      `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: bytes ${start}-${end}/${file.size}\r\n\r\n`,
  )
  const tail = `\r\n--${boundary}--\r\n`
  const length = ranges.reduce(
    (sum, { start, end }, index) =>
      sum + Buffer.byteLength(partHeaders[index] ?? '') + end - start + 1,
    tail.length,
  )
  async function* body() {
    for (const [index, range] of ranges.entries()) {
      yield Buffer.from(partHeaders[index] ?? '')
      yield* blobs.read(file.blobId, range)
    }
    yield Buffer.from(tail)
  }
  return { length, body: Readable.from(body(), { objectMode: false }) }
}

/** Adds to the owner's traffic after the bytes were sent. */
export const countDownload = (
  { transact, now }: Pick<Deps, 'transact' | 'now'>,
  file: FileToSend,
  bytes: number,
): Promise<void> =>
  transact(tx => addTraffic(tx, file.item.owner_id, now(), { download_bytes: bytes }))
