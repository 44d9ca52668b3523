import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { limitBytes, peek } from '../../lib/byte-streams.ts'
import { detectType, extensionOf, SNIFF_BYTES } from '../../lib/file-types.ts'
import type { HttpAnswer } from '../../outbound/request.ts'
import type { ItemView, ItemWithAncestors } from '../items/index.ts'
import { createReservation, quotaExceeded, quotas } from '../quotas/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import {
  commitFile,
  limitOf,
  requireAllowedContent,
  requireAllowedName,
  requireTargetFolder,
  tooLarge,
} from '../uploads/index.ts'
import { type Attempt, type AttemptDeps, continueQueue } from './attempts.service.ts'
import { CancelledError, type Watch } from './monitor.service.ts'
import * as remote from './remote-uploads.repository.ts'
import { isWrongPage, remoteName } from './remote-uploads.rules.ts'

export type TransferDeps = AttemptDeps & Pick<Deps, 'config' | 'outbound' | 'media' | 'live'>

/** The declared size, if the header is a valid number. */
function declaredSize({ headers }: HttpAnswer): number | null {
  const header = headers['content-length']
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null
}

function requireFile({ status, headers }: HttpAnswer): void {
  if (status !== 200) throw new AppError('remote.refused', { values: { status } })
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new AppError('remote.compressed')
}

const reservationFor = (deps: TransferDeps, actor: UserActor, attempt: Attempt) =>
  createReservation(deps, {
    ownerId: attempt.owner_id,
    bytes: 0,
    async record(tx, reserved_bytes) {
      if (!(await remote.updateActive(tx, attempt, { reserved_bytes }))) throw new CancelledError()
    },
    exceeded: () => quotaExceeded(actor, attempt.owner_id),
  })

interface FetchedCheck {
  name: string
  originalName: string | null
  mimetype: string
}

/** Checks everything that applies to an upload, and that a file was sent instead of a web page. */
async function validateFile(
  settings: Settings,
  actor: UserActor,
  { link, depth }: { link: URL; depth: number },
  answer: HttpAnswer,
  head: Uint8Array,
): Promise<FetchedCheck> {
  const source = { link, url: answer.url, disposition: answer.headers['content-disposition'] }
  const filename = remoteName(source, extensionOf(await detectType(head, '')))
  if (isWrongPage(source, await detectType(head, filename))) throw new AppError('remote.web_page')
  const size = head.length === 0 ? 0 : undefined
  const allowedName = requireAllowedName(settings, actor, { filename, path: '', depth, size })
  return { ...allowedName, mimetype: await requireAllowedContent(settings, filename, head) }
}

/**
 * Commits only while the attempt is active. If it was cancelled concurrently, its blob is being
 * deleted, so no item may reference it. Also locks the user's queue, which in a team folder is not
 * that of the owner: links that are added meanwhile would otherwise have no job.
 */
const transactWhileActive =
  ({ transact, now }: TransferDeps, attempt: Attempt, sizeBytes: number): Deps['transact'] =>
  work =>
    transact(async tx => {
      await quotas.lockOwners(tx, [attempt.owner_id, attempt.user_id])
      const isActive = await remote.updateActive(tx, attempt, {
        state: 'done',
        reserved_bytes: 0,
        received_bytes: sizeBytes,
        updated_at: now().getTime(),
      })
      if (!isActive) throw new CancelledError()
      return work(tx)
    })

const targetOf = ({ parent_id, owner_id }: Attempt) => ({ parentId: parent_id, ownerId: owner_id })

/** Requires that the user may still upload into the folder, and returns it. */
export const requireTarget = (
  { db }: Pick<Deps, 'db'>,
  actor: UserActor,
  attempt: Attempt,
): Promise<ItemWithAncestors> => requireTargetFolder(db, actor, targetOf(attempt))

/** Fetches the file behind a link and commits it like an upload. */
export async function transfer(
  deps: TransferDeps,
  actor: UserActor,
  attempt: Attempt,
  watch: Watch,
): Promise<ItemView> {
  const { db, outbound, blobs, config } = deps
  const settings = await readSettings(db)
  const { depth } = await requireTarget(deps, actor, attempt)
  const link = new URL(attempt.url)
  const answer = await outbound.get(link, watch.signal)
  try {
    requireFile(answer)
    const maxBytes = Math.min(limitOf(settings), config.remote.maxBytes)
    const rejectTooLarge = () => {
      throw tooLarge(maxBytes)
    }
    const size = declaredSize(answer)
    if ((size ?? 0) > maxBytes) rejectTooLarge()
    const reservation = reservationFor(deps, actor, attempt)
    // A member of a team reserves the owner's quota only for bytes that have arrived.
    if (size !== null && actor.userId === attempt.owner_id) await reservation.reserve(size)
    const { head, all } = await peek(limitBytes(answer.body, maxBytes, rejectTooLarge), SNIFF_BYTES)
    const { mimetype, ...checkedName } = await validateFile(
      settings,
      actor,
      { link, depth },
      answer,
      head,
    )
    await watch.begun(checkedName.name, size)
    const { bytes: sizeBytes, ...stored } = await blobs.write(
      attempt.blob_id,
      reservation.covering(watch.counting(all)),
      size,
    )
    await watch.end()
    return await commitFile(
      { ...deps, transact: transactWhileActive(deps, attempt, sizeBytes) },
      actor,
      {
        blobId: attempt.blob_id,
        sizeBytes,
        ...stored,
        sha256: null,
        mimetype,
        settings,
        reservedBytes: reservation.reserved(),
      },
      {
        ...targetOf(attempt),
        path: '',
        ...checkedName,
        document: { tipo_id: null, subcategory_id: null },
        onConflict: 'rename',
        modifiedAt: null,
      },
      tx => continueQueue(tx, deps, attempt.user_id),
    )
  } finally {
    answer.close()
  }
}
