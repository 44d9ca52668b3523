import type { Actor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { type Bytes, collect, limitBytes } from '../../lib/byte-streams.ts'
import { requireFolder, rootOwnerId } from '../items/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { SINGLE_REQUEST_BYTES } from './single-file.service.ts'
import { linkOf, uploaderKey } from './upload-locks.ts'
import { limitOf, tooLarge } from './upload-policy.service.ts'
import { releaseUpload, reservationFor, rewindUpload } from './upload-reservations.service.ts'
import * as uploads from './uploads.repository.ts'

type SpoolDeps = Pick<Deps, 'db' | 'transact' | 'blobs' | 'now' | 'newId'>

interface Incoming {
  content: Bytes
  /** Of the whole request, when its client said so. */
  requestBytes: number | undefined
}

export interface BufferedChunk {
  content: () => Bytes
  remove: () => Promise<void>
}

/** Users have a folder of their own to put things in; guests may have none. */
async function requireUploads({ db }: SpoolDeps, actor: Actor): Promise<void> {
  if (actor.kind === 'user') return
  const { folder } = await requireFolder(db, actor, null)
  await requireUnrestricted(db, actor, [folder], 'canUpload')
}

/** A row of its own, so that what is reserved for it is given back should the server be killed. */
function rowFor({ now }: SpoolDeps, actor: Actor, key: string) {
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
    created_at: at,
    updated_at: at,
  }
}

/** @returns how many bytes were written; they count on the quota while they arrive */
async function writeAside(
  deps: SpoolDeps,
  actor: Actor,
  key: string,
  { content, requestBytes }: Incoming,
): Promise<number> {
  const row = rowFor(deps, actor, key)
  await deps.transact(tx => uploads.insertUpload(tx, row))
  try {
    const reserved = reservationFor(deps, actor, row, requestBytes).covering(content)
    const size = await deps.blobs.write(key, 0, reserved)
    // From here on the upload that it belongs to reserves its bytes.
    await deps.transact(tx => releaseUpload(tx, row))
    return size
  } catch (error) {
    await rewindUpload(deps, row)
    throw error
  }
}

/**
 * Keeps a chunk aside until the fields that come behind it say where it belongs: a small one in
 * memory, a larger one on disk.
 */
export async function bufferChunk(
  deps: SpoolDeps,
  actor: Actor,
  { content: source, requestBytes }: Incoming,
): Promise<BufferedChunk> {
  await requireUploads(deps, actor)
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
  const { blobs, newId } = deps
  const key = newId()
  const size = await writeAside(deps, actor, key, { content: limited, requestBytes })
  async function* nothing(): Bytes {}
  return {
    content: () => (size === 0 ? nothing() : blobs.read(key, { start: 0, end: size - 1 })),
    remove: () => blobs.remove(key),
  }
}
