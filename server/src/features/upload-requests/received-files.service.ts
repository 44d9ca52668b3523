import type { Actor, RequestActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { ItemView } from '../items/index.ts'
import * as files from './files.repository.ts'
import * as requests from './upload-requests.repository.ts'
import {
  isOpen,
  isRequested,
  leftOf,
  sizesThatFitRequest,
  typesOf,
} from './upload-requests.rules.ts'

const full = () => new AppError('upload_request.full')
const gone = () => new AppError('upload_request.gone')

/** Only what was asked for may be called what it is. */
export function requireWantedName({ request }: RequestActor, filename: string): void {
  const types = typesOf(request)
  if (!isRequested(types, filename))
    throw new AppError('upload_request.type_not_allowed', {
      values: { file: filename, types: (types ?? []).map(type => `.${type}`).join(', ') },
    })
}

/**
 * Before a byte is kept, by what is known of the request then. People with an account may send
 * anything.
 */
export function requireRequested(
  actor: Actor,
  { filename, size = 0 }: { filename: string; size?: number | undefined },
): void {
  if (actor.kind !== 'request') return
  requireWantedName(actor, filename)
  const { files: filesLeft, bytes: bytesLeft } = leftOf(actor.request)
  if (filesLeft === 0 || (bytesLeft !== null && size > bytesLeft)) throw full()
}

/**
 * Holds the uploads under way to the limits of their request, together with what has come in and
 * what is about to be added. Exact where the owner's tree is locked.
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
  if (!request || !isOpen(request, now())) throw gone()
  const left = leftOf(request)
  if (left.files === null && left.bytes === null) return
  const inProgress = await requests.sumInProgress(tx, request.id)
  if (
    (left.files !== null && inProgress.files + added.files > left.files) ||
    (left.bytes !== null && inProgress.bytes + added.bytes > left.bytes)
  )
    throw full()
}

/**
 * Why a request takes some of several contents no more, in their order. Exact where the owner's tree
 * is locked: whatever comes in for him waits for that.
 */
export async function refusalsOf(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  actor: Actor,
  sizes: readonly number[],
): Promise<(AppError | null)[]> {
  if (actor.kind !== 'request') return sizes.map(() => null)
  const [request] = await requests.findSeveral(tx, [actor.request.id])
  if (!request || !isOpen(request, now())) return sizes.map(gone)
  return sizesThatFitRequest(request, sizes).map(fits => (fits ? null : full()))
}

/**
 * Counts what came in and keeps a record of it, in the transaction that makes it files. What people
 * with an account bring is no request's.
 * @throws AppError `upload_request.full` or `upload_request.gone` when one that came in meanwhile was
 *   the last, or the request has ended
 */
export async function recordReceivedFiles(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  actor: Actor,
  arrived: readonly ItemView[],
): Promise<void> {
  if (actor.kind !== 'request' || arrived.length === 0) return
  const at = now()
  // Two that replace the same file are one, and count as both.
  const byId = Map.groupBy(arrived, item => item.id)
  const known = await files.findKnown(tx, [...byId.keys()])
  const came = {
    files: [...byId.keys()].filter(id => !known.has(id)).length,
    bytes: arrived.reduce((sum, item) => sum + item.size_bytes, 0),
    now: at.getTime(),
  }
  if (!(await requests.takeIn(tx, actor.request.id, came))) {
    const [request] = await requests.findSeveral(tx, [actor.request.id])
    throw request && isOpen(request, at) ? full() : gone()
  }
  await files.keepFiles(
    tx,
    [...byId.values()].flatMap(same => recordOf(actor, same, at.getTime())),
  )
}

function recordOf({ request, guestId }: RequestActor, same: readonly ItemView[], at: number) {
  const item = same.at(-1)
  if (!item?.blob_id) return []
  return {
    item_id: item.id,
    request_id: request.id,
    guest_id: guestId,
    name: item.name,
    size_bytes: item.size_bytes,
    counted_bytes: same.reduce((sum, one) => sum + one.size_bytes, 0),
    blob_id: item.blob_id,
    sha256: null,
    document_type_id: item.document_type_id,
    subcategory_id: item.subcategory_id,
    received_at: at,
  }
}

/** A guest takes back what he sent: there is room for something else then. Expects it to be marked as trashed. */
export async function deleteReceivedFiles(
  tx: Db,
  { request }: RequestActor,
  topIds: readonly string[],
): Promise<void> {
  const deleted = await files.deleteTrashed(tx, topIds)
  if (deleted.length === 0) return
  await requests.addToIndexes(tx, request.id, {
    files: deleted.length,
    bytes: deleted.reduce((sum, file) => sum + file.counted_bytes, 0),
  })
}
