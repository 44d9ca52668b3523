import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { isSystemFile, uploadName } from '@coffer/contract'
import type { UploadForm } from '@coffer/contract/uploads'
import type { Actor, UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Bytes, discard, noBytes, passing } from '../../lib/byte-streams.ts'
import { deviceOf } from '../../lib/devices.ts'
import type { ItemView } from '../items/index.ts'
import { readSettings } from '../settings/index.ts'
import { appendChunk, type ChunkOfUpload, createUpload } from './chunked.service.ts'
import { requireParent } from './commit-file.service.ts'
import { findFinishedItems } from './finished-uploads.service.ts'
import { receiveSingleFile, SINGLE_REQUEST_BYTES } from './single-file.service.ts'
import { LeaseLost, offsetError, UploadExists } from './upload-errors.ts'
import { keyOf, lockOf, senderOf, uploaderKey } from './upload-keys.ts'
import { dropUpload } from './upload-reservations.service.ts'
import * as uploads from './uploads.repository.ts'
import { chunkPosition, isOfAnotherFile, lacksCommit } from './uploads.rules.ts'

export type UploadDeps = Pick<
  Deps,
  'db' | 'transact' | 'blobs' | 'now' | 'newId' | 'jobs' | 'media' | 'uploadLeases' | 'log'
>
export type Outcome = { item: ItemView } | { upload: UploadRow } | { skipped: number }

export interface Chunk {
  form: UploadForm
  content: Bytes
  /**
   * The size of the whole request, when the client declares it: an upper bound of the chunk's size.
   */
  requestBytes: number | undefined
  /** Names the device in the owner's list of unfinished uploads. */
  userAgent: string | undefined
}

/** Identifies an upload without an id by its sender, target folder and name. */
function clientKeyOf(actor: Actor, form: UploadForm): string {
  const sender = (actor.kind === 'user' && actor.sessionId) || uploaderKey(actor)
  const parts = [sender, form.parent_id ?? '', form.path, uploadName(form.filename)]
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

const isSmall = ({ form, requestBytes }: Chunk): boolean =>
  form.is_last && !form.offset && requestBytes !== undefined && requestBytes <= SINGLE_REQUEST_BYTES

/** Returns how an upload is found and the lock that serializes its chunks. */
function handleOf(actor: Actor, form: UploadForm) {
  if (form.upload_id) {
    const key = keyOf(actor, form.upload_id)
    return { clientKey: null, lock: lockOf(key), find: (db: Db) => uploads.findUpload(db, key) }
  }
  const clientKey = clientKeyOf(actor, form)
  const find = (db: Db) => uploads.findByClientKey(db, clientKey)
  return { clientKey, lock: clientKey, find }
}

/** Chunks of guests who send no cookie could be mixed, so they are only matched by id. */
function requireId(actor: Actor, { upload_id, is_last }: UploadForm): void {
  if (actor.kind !== 'user' && !actor.isRecognized && !upload_id && !is_last)
    throw new AppError('request.invalid', { errors: { upload_id: ['validation.required'] } })
}

/**
 * Receives one chunk of an upload, or a small file in one request. The last chunk returns the item.
 */
export async function receiveChunk(
  deps: UploadDeps,
  caller: Actor,
  chunk: Chunk,
): Promise<Outcome> {
  const { form, content } = chunk
  const actor = senderOf(caller, form.upload_id)
  if (isSystemFile(form.filename)) {
    await discard(content)
    return { skipped: 1 }
  }
  requireId(actor, form)
  const handle = handleOf(actor, form)
  return deps.uploadLeases.withLock(handle.lock, async () => {
    const resume = async (): Promise<Outcome | undefined> => {
      const existing = await handle.find(deps.db)
      return existing && continueUpload(deps, actor, existing, chunk)
    }
    const resumed = await resume()
    if (resumed) return resumed
    try {
      return await beginUpload(deps, actor, chunk, handle.clientKey)
    } catch (error) {
      const outcome = error instanceof UploadExists && (await resume())
      if (outcome) return outcome
      throw error
    }
  })
}

async function beginUpload(
  deps: UploadDeps,
  actor: Actor,
  chunk: Chunk,
  clientKey: string | null,
): Promise<Outcome> {
  const { form, content, requestBytes } = chunk
  if (isSmall(chunk)) return { item: await receiveSingleFile(deps, actor, form, content) }
  if (form.offset) throw offsetError('upload.offset_conflict', 0)
  const device = deviceOf(chunk.userAgent)
  const created = await createUpload(deps, actor, form, { clientKey, device })
  return append(deps, actor, { ...created, form, content, requestBytes })
}

/**
 * @returns nothing when the upload was cancelled meanwhile, or begins again: for another file, or in
 *   the folder of another owner
 */
async function continueUpload(
  deps: UploadDeps,
  actor: Actor,
  existing: UploadRow,
  { form, content, requestBytes }: Chunk,
): Promise<Outcome | undefined> {
  const row = existing.item_id === null ? await deps.uploadLeases.claim(existing) : existing
  if (!row) return undefined
  if (row.item_id !== null) return { item: await requireFinished(deps.db, actor, row.item_id) }
  if (row.client_key !== null && isOfAnotherFile(row, form)) {
    await dropUpload(deps, row)
    return undefined
  }
  const { current, settings } = await checkLeased(deps, actor, row, form)
  if (!current) {
    await dropUpload(deps, row)
    return undefined
  }
  const chunk = { row: current, settings, form, content, requestBytes }
  if (lacksCommit(current, form)) return commitAgain(deps, actor, chunk)
  if (chunkPosition(current, form.offset, undefined) === 'append') return append(deps, actor, chunk)
  await releaseLease(deps, current)
  const isDuplicate = await isDuplicateChunk(deps, current, form, content)
  if (!isDuplicate) throw offsetError('upload.offset_conflict', current.received_bytes)
  return { upload: current }
}

const releaseLease = (deps: UploadDeps, row: UploadRow): Promise<boolean> =>
  deps.transact(tx => uploads.updateUpload(tx, row, { lease_id: null }))

/** Releases the lease when the upload may not be continued. */
async function checkLeased(deps: UploadDeps, actor: Actor, row: UploadRow, form: UploadForm) {
  try {
    const settings = await readSettings(deps.db)
    return { current: await followParent(deps, actor, row, form), settings }
  } catch (error) {
    await releaseLease(deps, row)
    throw error
  }
}

async function append(deps: UploadDeps, actor: Actor, chunk: ChunkOfUpload): Promise<Outcome> {
  try {
    const { row, item } = await appendChunk(deps, actor, chunk)
    return item ? { item } : { upload: row }
  } catch (error) {
    throw error instanceof LeaseLost ? await leaseLostError(deps.db, chunk.row) : error
  }
}

/**
 * Turns a completely received upload into a file when its last chunk is sent again.
 * @throws AppError `upload.size_exceeded` for another chunk, which begins a new upload when it is sent again
 */
async function commitAgain(deps: UploadDeps, actor: Actor, chunk: ChunkOfUpload): Promise<Outcome> {
  const { row, form } = chunk
  const { bytes, crc } = await readChunk(chunk.content)
  const offset = form.offset ?? row.received_bytes - bytes
  const isRepeated = offset === row.chunk_offset && crc === row.chunk_crc32
  if (offset + bytes !== row.received_bytes || (bytes > 0 && !isRepeated)) {
    await dropUpload(deps, row, uploads.isUnfinished)
    throw new AppError('upload.size_exceeded')
  }
  return append(deps, actor, { ...chunk, content: noBytes() })
}

/** The answer to a request whose upload another one has taken or cancelled. */
async function leaseLostError(db: Db, key: UploadRow): Promise<AppError> {
  const row = await uploads.findUpload(db, key)
  return row ? offsetError('upload.offset_conflict', row.received_bytes) : new LeaseLost()
}

/**
 * Whether a chunk lies within the received bytes and equals them: then it was sent twice, and its content
 * is discarded. Bytes in an unfinished object cannot be read back, so there only the last chunk is compared.
 */
async function isDuplicateChunk(
  { blobs }: Pick<UploadDeps, 'blobs'>,
  row: UploadRow,
  { offset, is_last }: UploadForm,
  content: Bytes,
): Promise<boolean> {
  const { bytes, crc } = await readChunk(content)
  if (bytes === 0 || is_last || offset === undefined) return false
  if (chunkPosition(row, offset, bytes) !== 'duplicate') return false
  const end = offset + bytes
  if (offset === row.chunk_offset && end === row.received_bytes) return crc === row.chunk_crc32
  if (row.placement !== null) return true
  return crc === (await readChunk(blobs.read(row.blob_id, { start: offset, end: end - 1 }))).crc
}

/** Reads the bytes of a chunk and computes their checksum. */
async function readChunk(content: Bytes): Promise<{ bytes: number; crc: number }> {
  let crc = 0
  const summed = passing(content, bytes => {
    crc = crc32(bytes, crc)
  })
  return { bytes: await discard(summed), crc }
}

async function requireFinished(db: Db, actor: Actor, itemId: string): Promise<ItemView> {
  const item = (await findFinishedItems(db, actor, [itemId])).get(itemId)
  if (!item) throw new AppError('upload.not_found')
  return item
}

/**
 * Checks the rights again for every chunk. Clients may name another folder when the first was
 * deleted.
 * @returns nothing when it has another owner, whose quota reserves nothing for the received bytes
 */
async function followParent(
  deps: UploadDeps,
  actor: Actor,
  row: UploadRow,
  form: UploadForm,
): Promise<UploadRow | undefined> {
  const folder = await requireParent(deps.db, actor, form.parent_id)
  // First, because the folder of the upload may itself have moved to another owner.
  if (folder.owner_id !== row.owner_id) return undefined
  if (folder.id === row.parent_id) return row
  await deps.transact(tx => uploads.updateUpload(tx, row, { parent_id: folder.id }))
  return { ...row, parent_id: folder.id }
}

/** Returns an unfinished upload of the actor. @throws AppError `upload.not_found` */
export async function getUpload(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<UploadRow> {
  const row = await uploads.findUpload(db, keyOf(actor, id))
  if (!row || row.item_id !== null) throw new AppError('upload.not_found')
  return row
}

/** Cancels an unfinished upload of the actor. @throws AppError `upload.not_found` */
export const cancelUpload = (deps: UploadDeps, actor: Actor, id: string): Promise<void> =>
  deps.uploadLeases.withLock(lockOf(keyOf(actor, id)), async () =>
    dropUpload(deps, await getUpload(deps, actor, id)),
  )

const PAGE_SIZE = 200

/** Returns a page of unfinished uploads, and the id to continue after when there may be more. */
export async function listUploads(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  after: string | undefined,
): Promise<{ rows: UploadRow[]; next: string | null }> {
  const page = await uploads.listUnfinished(db, actor.userId, after, PAGE_SIZE + 1)
  const rows = page.slice(0, PAGE_SIZE)
  return { rows, next: page.length > PAGE_SIZE ? (rows.at(-1)?.id ?? null) : null }
}
