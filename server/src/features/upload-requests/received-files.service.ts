import type { Actor, RequestActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { ItemView } from '../items/index.ts'
import * as files from './files.repository.ts'
import * as requests from './upload-requests.repository.ts'
import {
  filesThatFitRequest,
  isOpen,
  isRequested,
  type RequestFile,
  remainingOf,
  typesOf,
} from './upload-requests.rules.ts'

const requestFull = () => new AppError('upload_request.full')
const requestGone = () => new AppError('upload_request.gone')

/** Rejects file names whose extension the request does not allow. */
export function requireAllowedExtension({ request }: RequestActor, filename: string): void {
  const types = typesOf(request)
  if (!isRequested(types, filename))
    throw new AppError('upload_request.type_not_allowed', {
      values: { file: filename, types: (types ?? []).map(type => `.${type}`).join(', ') },
    })
}

/** Checks a declared file against its request before a byte is stored. Users may send anything. */
export function requireRequested(
  actor: Actor,
  { filename, size = 0 }: { filename: string; size?: number | undefined },
): void {
  if (actor.kind !== 'request') return
  requireAllowedExtension(actor, filename)
  const { bytes: bytesLeft } = remainingOf(actor.request)
  if (bytesLeft !== null && size > bytesLeft) throw requestFull()
}

/** Returns why the request of a guest takes no further file, or null; known before a byte is stored. */
export const fileRejection = (actor: Actor): AppError | null =>
  actor.kind === 'request' && remainingOf(actor.request).files === 0 ? requestFull() : null

/**
 * Checks the limits of a request against received files, unfinished uploads and what is about to be
 * added. Exact while the owner's tree is locked.
 * @throws AppError `upload_request.full` or `upload_request.gone`
 */
export async function requireRequestCapacity(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  actor: Actor,
  added: { files: number; bytes: number },
): Promise<void> {
  if (actor.kind !== 'request') return
  const [request] = await requests.findSeveral(tx, [actor.request.id])
  if (!request || !isOpen(request, now())) throw requestGone()
  const remaining = remainingOf(request)
  if (remaining.files === null && remaining.bytes === null) return
  const inProgress = await requests.sumInProgress(tx, request.id)
  if (
    (remaining.files !== null && inProgress.files + added.files > remaining.files) ||
    (remaining.bytes !== null && inProgress.bytes + added.bytes > remaining.bytes)
  )
    throw requestFull()
}

/**
 * Returns for each of several contents, in order, why the request rejects it, or null. Exact while
 * the owner's tree is locked.
 */
export async function findRejections(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  actor: Actor,
  received: readonly RequestFile[],
): Promise<(AppError | null)[]> {
  if (actor.kind !== 'request') return received.map(() => null)
  const [request] = await requests.findSeveral(tx, [actor.request.id])
  if (!request || !isOpen(request, now())) return received.map(requestGone)
  return filesThatFitRequest(request, received).map(fits => (fits ? null : requestFull()))
}

/**
 * Counts and records received files, in the transaction that creates them. Files of users are not
 * recorded.
 * @throws AppError `upload_request.full` or `upload_request.gone` when concurrent files were the
 *   last, or the request has ended
 */
export async function recordReceivedFiles(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  actor: Actor,
  receivedItems: readonly ItemView[],
): Promise<void> {
  if (actor.kind !== 'request' || receivedItems.length === 0) return
  const at = now()
  // Two contents of the same item are one file but count with the bytes of both.
  const byId = Map.groupBy(receivedItems, item => item.id)
  const recordedIds = await files.findRecordedIds(tx, [...byId.keys()])
  const received = {
    files: [...byId.keys()].filter(id => !recordedIds.has(id)).length,
    bytes: receivedItems.reduce((sum, item) => sum + item.size_bytes, 0),
    now: at.getTime(),
  }
  if (!(await requests.addReceived(tx, actor.request.id, received))) {
    const [request] = await requests.findSeveral(tx, [actor.request.id])
    throw request && isOpen(request, at) ? requestFull() : requestGone()
  }
  await files.saveFiles(
    tx,
    [...byId.values()].flatMap(contents => recordOf(actor, contents, at.getTime())),
  )
}

function recordOf({ request, guestId }: RequestActor, contents: readonly ItemView[], at: number) {
  const item = contents.at(-1)
  if (!item?.blob_id) return []
  return {
    item_id: item.id,
    request_id: request.id,
    guest_id: guestId,
    name: item.name,
    size_bytes: item.size_bytes,
    counted_bytes: contents.reduce((sum, content) => sum + content.size_bytes, 0),
    blob_id: item.blob_id,
    sha256: null,
    document_type_id: item.document_type_id,
    subcategory_id: item.subcategory_id,
    received_at: at,
  }
}

/**
 * Deletes the records of files that a guest deletes, which frees capacity. Expects them to be
 * trashed.
 */
export async function deleteReceivedFiles(
  tx: Db,
  { request }: RequestActor,
  topIds: readonly string[],
): Promise<void> {
  const deleted = await files.deleteTrashed(tx, topIds)
  if (deleted.length === 0) return
  await requests.subtractReceived(tx, request.id, {
    files: deleted.length,
    bytes: deleted.reduce((sum, file) => sum + file.counted_bytes, 0),
  })
}
