import { createHash } from 'node:crypto'
import { isSystemLitter, uploadName } from '@coffer/contract'
import type { UploadForm } from '@coffer/contract/uploads'
import type { Actor, UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { UploadRow } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { type Bytes, discard } from '../../lib/byte-streams.ts'
import { deviceOf } from '../../lib/devices.ts'
import { findVisible, type ItemView, requireFolder } from '../items/index.ts'
import { requireUnrestricted } from '../restrictions/index.ts'
import { readSettings } from '../settings/index.ts'
import { appendChunk, type ChunkOfUpload, createUpload, offsetError } from './chunked.service.ts'
import { receiveSingleFile, SINGLE_REQUEST_BYTES } from './single-file.service.ts'
import { keyOf, lockOf, uploaderKey, withLock } from './upload-locks.ts'
import { dropUpload } from './upload-reservations.service.ts'
import * as uploads from './uploads.repository.ts'
import { chunkPosition } from './uploads.rules.ts'

export type UploadDeps = Pick<
  Deps,
  'db' | 'transact' | 'blobs' | 'now' | 'newId' | 'jobs' | 'media'
>
export type Outcome = { item: ItemView } | { upload: UploadRow } | { skipped: number }

export interface Chunk {
  form: UploadForm
  content: Bytes
  /** Of the whole request, when its client said so: an upper bound of the chunk. */
  requestBytes: number | undefined
  /** As it names itself; its owner will know the device by it. */
  userAgent: string | undefined
}

/** Without an id an upload is known by who sends it, where to and under which name. */
function clientKeyOf(actor: Actor, form: UploadForm): string {
  const sender = (actor.kind === 'user' && actor.sessionId) || uploaderKey(actor)
  const parts = [sender, form.parent_id ?? '', form.path, uploadName(form.filename)]
  return createHash('sha256').update(parts.join('\n')).digest('base64url')
}

const isSmall = ({ form, requestBytes }: Chunk): boolean =>
  form.is_last && !form.offset && requestBytes !== undefined && requestBytes <= SINGLE_REQUEST_BYTES

/** How an upload is found again, and what its chunks wait for each other by. */
function handleOf(actor: Actor, form: UploadForm) {
  if (form.upload_id) {
    const key = keyOf(actor, form.upload_id)
    return { clientKey: null, lock: lockOf(key), find: (db: Db) => uploads.findUpload(db, key) }
  }
  const clientKey = clientKeyOf(actor, form)
  const find = (db: Db) => uploads.findByClientKey(db, clientKey)
  return { clientKey, lock: clientKey, find }
}

/** Guests may share a link, a browser and a name: only an id tells which upload a chunk belongs to. */
function requireId(actor: Actor, { upload_id, is_last }: UploadForm): void {
  if (actor.kind !== 'user' && !upload_id && !is_last)
    throw new AppError('request.invalid', { errors: { upload_id: ['validation.required'] } })
}

/** One chunk of an upload, or a small file whole; the last chunk answers with the item. */
export async function receiveChunk(deps: UploadDeps, actor: Actor, chunk: Chunk): Promise<Outcome> {
  const { form, content, requestBytes } = chunk
  if (isSystemLitter(form.filename)) {
    await discard(content)
    return { skipped: 1 }
  }
  requireId(actor, form)
  const { clientKey, lock, find } = handleOf(actor, form)
  return withLock(lock, async () => {
    const known = await find(deps.db)
    if (known) return continueUpload(deps, actor, known, chunk)
    if (isSmall(chunk)) return { item: await receiveSingleFile(deps, actor, form, content) }
    if (form.offset) throw offsetError('upload.offset_conflict', 0)
    const device = deviceOf(chunk.userAgent)
    const begun = await createUpload(deps, actor, form, { clientKey, device })
    return append(deps, actor, { ...begun, form, content, requestBytes })
  })
}

async function continueUpload(
  deps: UploadDeps,
  actor: Actor,
  row: UploadRow,
  { form, content, requestBytes }: Chunk,
): Promise<Outcome> {
  if (row.item_id !== null) return { item: await requireFinished(deps.db, actor, row.item_id) }
  const settings = await readSettings(deps.db)
  const placed = await followParent(deps, actor, row, form)
  const place = chunkPosition(placed, form.offset, undefined)
  if (place === 'conflict') {
    const known = await isKnownChunk(placed, form, content)
    if (!known) throw offsetError('upload.offset_conflict', placed.received_bytes)
    return { upload: placed }
  }
  return append(deps, actor, { row: placed, settings, form, content, requestBytes })
}

async function append(deps: UploadDeps, actor: Actor, chunk: ChunkOfUpload): Promise<Outcome> {
  const { row, item } = await appendChunk(deps, actor, chunk)
  return item ? { item } : { upload: row }
}

/** A chunk that lies wholly within what has arrived was sent twice; it is read, and not kept. */
async function isKnownChunk(row: UploadRow, form: UploadForm, content: Bytes): Promise<boolean> {
  const count = await discard(content)
  return count > 0 && !form.is_last && chunkPosition(row, form.offset, count) === 'known'
}

async function requireFinished(db: Db, actor: Actor, itemId: string): Promise<ItemView> {
  const [found] = await findVisible(db, actor, [itemId])
  if (!found) throw new AppError('upload.not_found')
  return found.item
}

/** The rights are judged anew for every chunk; another folder may be named when the first is gone. */
async function followParent(
  deps: UploadDeps,
  actor: Actor,
  row: UploadRow,
  form: UploadForm,
): Promise<UploadRow> {
  const { folder } = await requireFolder(deps.db, actor, form.parent_id).catch(cause => {
    throw cause instanceof AppError ? new AppError('upload.parent_gone', { cause }) : cause
  })
  await requireUnrestricted(deps.db, actor, [folder], 'canUpload')
  if (folder.id === row.parent_id) return row
  // Its room is held by another owner.
  if (folder.owner_id !== row.owner_id) throw new AppError('upload.not_found')
  await deps.transact(tx => uploads.updateUpload(tx, row, { parent_id: folder.id }))
  return { ...row, parent_id: folder.id }
}

export async function getUpload(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
): Promise<UploadRow> {
  const row = await uploads.findUpload(db, keyOf(actor, id))
  if (!row || row.item_id !== null) throw new AppError('upload.not_found')
  return row
}

export const cancelUpload = (deps: UploadDeps, actor: Actor, id: string): Promise<void> =>
  withLock(lockOf(keyOf(actor, id)), async () => dropUpload(deps, await getUpload(deps, actor, id)))

const PAGE = 200

/** A page of them, and the last of it where there may be more. */
export async function listUploads(
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  after: string | undefined,
): Promise<{ rows: UploadRow[]; next: string | null }> {
  const found = await uploads.listUnfinished(db, actor.userId, after, PAGE + 1)
  const rows = found.slice(0, PAGE)
  return { rows, next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null }
}
