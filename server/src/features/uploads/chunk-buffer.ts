import { MAX_CHUNK_BYTES } from '@coffer/contract/setting-values'
import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Bytes, collect, limitBytes, noBytes } from '../../lib/byte-streams.ts'
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts'
import { requireFolder, rootOwnerId } from '../items/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { SINGLE_REQUEST_BYTES } from './single-file.service.ts'
import { limitOf, tooLarge } from './upload-policy.service.ts'

type BufferDeps = Pick<Deps, 'db' | 'blobs' | 'newId'>

interface IncomingChunk {
  content: Bytes
  /** The size of the whole request, when the client declares it. */
  requestBytes: number | undefined
}

export interface BufferedChunk {
  content: () => Bytes
  remove: () => Promise<void>
}

const MAX_BUFFERS = 4
const RETRY_SECONDS = 5

/**
 * The folder, and so the quota, of a chunk is unknown until it is buffered. The number of buffers
 * limits what a sender keeps on the disk of this process until then.
 */
const enterBuffer = createConcurrencyLimit(MAX_BUFFERS)

/** Guests share the limit of their link's owner, as they can send any cookie and open any link. */
const senderKey = (actor: Actor): string =>
  actor.kind === 'user' ? actor.userId : `guests:${rootOwnerId(actor)}`

/** Checks that a guest may upload at all; users always have a folder of their own. */
async function requireUploadAccess(db: Deps['db'], actor: Actor): Promise<void> {
  if (actor.kind === 'user') return
  const { folder } = await requireFolder(db, actor, null)
  await requireUnrestricted(db, actor, [folder], 'canUpload')
}

/** Limits a chunk to the size of an upload, and to that of a chunk when uploads have no limit. */
async function limitChunk(db: Deps['db'], content: Bytes): Promise<Bytes> {
  const settings = await readSettings(db)
  const uploadLimit = limitOf(settings)
  return limitBytes(content, Math.min(uploadLimit, MAX_CHUNK_BYTES), () => {
    throw uploadLimit <= MAX_CHUNK_BYTES
      ? tooLarge(settings.upload_limit)
      : new AppError('request.too_large')
  })
}

async function bufferInMemory(source: Bytes): Promise<BufferedChunk> {
  const content = await collect(source)
  return {
    async *content() {
      yield content
    },
    remove: async () => undefined,
  }
}

/** @throws AppError `request.too_many` when the sender has buffered too many chunks already */
async function bufferOnDisk(
  { blobs, newId }: BufferDeps,
  actor: Actor,
  source: Bytes,
): Promise<BufferedChunk> {
  const leave = enterBuffer(senderKey(actor))
  if (!leave) throw new AppError('request.too_many', { retryAfterSeconds: RETRY_SECONDS })
  try {
    const { bytes, read, remove } = await blobs.buffer(newId(), source)
    return {
      content: () => (bytes === 0 ? noBytes() : read()),
      async remove() {
        try {
          await remove()
        } finally {
          leave()
        }
      },
    }
  } catch (error) {
    leave()
    throw error
  }
}

/**
 * Buffers a chunk until the form fields after it arrive: a small one in memory, a larger one on
 * disk. Its bytes are reserved by the upload that it belongs to, once that is known.
 */
export async function bufferChunk(
  deps: BufferDeps,
  actor: Actor,
  { content, requestBytes }: IncomingChunk,
): Promise<BufferedChunk> {
  await requireUploadAccess(deps.db, actor)
  const limited = await limitChunk(deps.db, content)
  return requestBytes !== undefined && requestBytes <= SINGLE_REQUEST_BYTES
    ? bufferInMemory(limited)
    : bufferOnDisk(deps, actor, limited)
}
