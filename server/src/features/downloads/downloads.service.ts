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
  /** Also its identity: a content never changes. */
  blobId: string
  size: number
  mimetype: string
  modifiedAt: number
}

/** @param versionId one of its earlier contents, to which the file's own rights apply */
export async function openFile(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  versionId?: string,
): Promise<FileToSend> {
  const { item } = await requireItem(db, actor, id, 'download')
  await requireUnrestricted(db, actor, [item], 'canDownload')
  const version = versionId ? await findVersion(db, id, versionId) : undefined
  const { blob_id: blobId, size_bytes: size, mimetype } = version ?? item
  if (item.type !== 'file' || blobId === null || (versionId && !version))
    throw new AppError('item.not_found')
  return {
    item,
    blobId,
    size,
    mimetype: mimetype ?? 'application/octet-stream',
    // When the content came here: its own date may be older than the one that a browser has.
    modifiedAt: version?.created_at ?? item.content_at ?? item.created_at,
  }
}

/** Below this one read costs less than a stream. */
const SMALL_BYTES = 64 * 1024

export const readPiece = (
  { blobs }: Pick<Deps, 'blobs'>,
  file: FileToSend,
  range: ByteRange,
): Promise<Uint8Array> | Readable =>
  range.end - range.start < SMALL_BYTES
    ? blobs.readWhole(file.blobId, range)
    : blobs.read(file.blobId, range)

/** Several pieces as RFC 9110 §14.6 wants them: a body of `multipart/byteranges`. */
export function readPieces(
  { blobs }: Pick<Deps, 'blobs'>,
  file: FileToSend,
  ranges: ByteRange[],
  boundary: string,
  type: string,
): { length: number; body: Readable } {
  const heads = ranges.map(
    ({ start, end }) =>
      `\r\n--${boundary}\r\nContent-Type: ${type}\r\nContent-Range: bytes ${start}-${end}/${file.size}\r\n\r\n`,
  )
  const tail = `\r\n--${boundary}--\r\n`
  const length = ranges.reduce(
    (sum, { start, end }, index) => sum + Buffer.byteLength(heads[index] ?? '') + end - start + 1,
    tail.length,
  )
  async function* body() {
    for (const [index, range] of ranges.entries()) {
      yield Buffer.from(heads[index] ?? '')
      yield* blobs.read(file.blobId, range)
    }
    yield Buffer.from(tail)
  }
  return { length, body: Readable.from(body(), { objectMode: false }) }
}

/** The owner's traffic, counted after the bytes have left. */
export const countDownload = (
  { transact, now }: Pick<Deps, 'transact' | 'now'>,
  file: FileToSend,
  bytes: number,
): Promise<void> =>
  transact(tx => addTraffic(tx, file.item.owner_id, now(), { download_bytes: bytes }))
