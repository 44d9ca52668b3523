import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { type Bytes, collect, limitBytes } from '../../lib/byte-streams.ts'
import { requireFolder, rootOwnerId } from '../items/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { SINGLE_REQUEST_BYTES } from './single-file.service.ts'
import { NO_BLOB } from './upload-blobs.ts'
import { linkOf, uploaderKey } from './upload-keys.ts'
import { limitOf, tooLarge } from './upload-policy.service.ts'
import { releaseUpload, reservationFor, rewindUpload } from './upload-reservations.service.ts'
import * as uploads from './uploads.repository.ts'

type BufferDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'now' | 'newId'>

interface IncomingChunk {
  content: Bytes
  /** The size of the whole request, when the client declares it. */
  requestBytes: number | undefined
}

export interface BufferedChunk {
  content: () => Bytes
  remove: () => Promise<void>
}

/** Checks that a guest may upload at all; users always have a folder of their own. */
async function requireUploadAccess({ db }: BufferDeps, actor: Actor): Promise<void> {
  if (actor.kind === 'user') return
  const { folder } = await requireFolder(db, actor, null)
  await requireUnrestricted(db, actor, [folder], 'canUpload')
}

/** A row in `uploads`, so that the reservation is released when the server is killed. */
function bufferRow({ now }: BufferDeps, actor: Actor, key: string) {
  const at = now().getTime()
  const ownerId = rootOwnerId(actor)
  return {
    id: key,
    actor_key: `${uploaderKey(actor)}:spool`,
    link_id: linkOf(actor),
    client_key: null,
    owner_id: ownerId,
    parent_id: ownerId,
    path: '',
    name: '',
    original_name: null,
    on_conflict: 'skip' as const,
    blob_id: key,
    received_bytes: 0,
    size_bytes: null,
    reserved_bytes: 0,
    item_id: null,
    ...NO_BLOB,
    lease_id: null,
    created_at: at,
    updated_at: at,
  }
}

type BufferedOnDisk = Awaited<ReturnType<Deps['blobs']['buffer']>>

/** Writes a chunk to disk and reserves its bytes as they arrive. */
async function writeToDisk(
  deps: BufferDeps,
  actor: Actor,
  key: string,
  { content, requestBytes }: IncomingChunk,
): Promise<BufferedOnDisk> {
  const row = bufferRow(deps, actor, key)
  await deps.transact(tx => uploads.insertUpload(tx, row))
  try {
    const reserved = reservationFor(deps, actor, row, requestBytes).covering(content)
    const buffered = await deps.blobs.buffer(key, reserved)
    // The upload that the chunk belongs to reserves its bytes from here on.
    await deps.transact(tx => releaseUpload(tx, row))
    return buffered
  } catch (error) {
    await rewindUpload(deps, row)
    throw error
  }
}

/**
 * Buffers a chunk until the form fields after it arrive: a small one in memory, a larger one on
 * disk.
 */
export async function bufferChunk(
  deps: BufferDeps,
  actor: Actor,
  { content: source, requestBytes }: IncomingChunk,
): Promise<BufferedChunk> {
  await requireUploadAccess(deps, actor)
  const settings = await readSettings(deps.db)
  const limited = limitBytes(source, limitOf(settings), () => {
    throw tooLarge(settings.upload_limit)
  })
  if (requestBytes !== undefined && requestBytes <= SINGLE_REQUEST_BYTES) {
    const content = await collect(limited)
    return {
      async *content() {
        yield content
      },
      remove: async () => undefined,
    }
  }
  const buffered = await writeToDisk(deps, actor, deps.newId(), { content: limited, requestBytes })
  async function* empty(): Bytes {}
  return {
    content: () => (buffered.bytes === 0 ? empty() : buffered.read()),
    remove: buffered.remove,
  }
}
