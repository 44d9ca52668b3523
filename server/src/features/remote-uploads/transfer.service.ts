import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { limitBytes, peek } from '../../lib/byte-streams.ts'
import { detectType, endingOf, SNIFF_BYTES } from '../../lib/file-types.ts'
import type { HttpAnswer } from '../../outbound/request.ts'
import type { ItemView } from '../items/index.ts'
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
import { type Attempt, type AttemptDeps, goOn } from './attempts.service.ts'
import { CancelledError, type Watch } from './monitor.service.ts'
import * as remote from './remote-uploads.repository.ts'
import { isWrongPage, remoteName } from './remote-uploads.rules.ts'

export type TransferDeps = AttemptDeps & Pick<Deps, 'config' | 'outbound' | 'media' | 'live'>

/** What the other side says of the size, if it can be believed. */
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
      if (!(await remote.updateMine(tx, attempt, { reserved_bytes }))) throw new CancelledError()
    },
    exceeded: () => quotaExceeded(actor, attempt.owner_id),
  })

interface FetchedCheck {
  name: string
  originalName: string | null
  mimetype: string
}

/** All that an upload is judged by, and whether it is what the link promised. */
async function judge(
  settings: Settings,
  actor: UserActor,
  { link, depth }: { link: URL; depth: number },
  answer: HttpAnswer,
  head: Uint8Array,
): Promise<FetchedCheck> {
  const named = { link, url: answer.url, disposition: answer.headers['content-disposition'] }
  const filename = remoteName(named, endingOf(await detectType(head, '')))
  if (isWrongPage(named, await detectType(head, filename))) throw new AppError('remote.web_page')
  const size = head.length === 0 ? 0 : undefined
  const admissible = requireAllowedName(settings, actor, { filename, path: '', depth, size })
  return { ...admissible, mimetype: await requireAllowedContent(settings, filename, head) }
}

/** Given up at this very moment, its room is free already, and no file may point at what is cleared away. */
const whileMine =
  ({ transact, now }: TransferDeps, attempt: Attempt, sizeBytes: number): Deps['transact'] =>
  work =>
    transact(async tx => {
      await quotas.lockOwners(tx, [attempt.owner_id])
      const isMine = await remote.updateMine(tx, attempt, {
        state: 'done',
        reserved_bytes: 0,
        received_bytes: sizeBytes,
        updated_at: now().getTime(),
      })
      if (!isMine) throw new CancelledError()
      return work(tx)
    })

/** Fetches what the link leads to and makes it a file, as an upload becomes one. */
export async function transfer(
  deps: TransferDeps,
  actor: UserActor,
  attempt: Attempt,
  watch: Watch,
): Promise<ItemView> {
  const { db, outbound, blobs, config } = deps
  const settings = await readSettings(db)
  const place = { parentId: attempt.parent_id, ownerId: attempt.owner_id }
  const { depth } = await requireTargetFolder(db, actor, place)
  const link = new URL(attempt.url)
  const answer = await outbound.get(link, watch.signal)
  try {
    requireFile(answer)
    const most = Math.min(limitOf(settings), config.remote.maxBytes)
    const refuse = () => {
      throw tooLarge(most)
    }
    const size = declaredSize(answer)
    if ((size ?? 0) > most) refuse()
    const reservation = reservationFor(deps, actor, attempt)
    // A member of a team reserves the owner's quota only for bytes that have arrived.
    if (size !== null && actor.userId === attempt.owner_id) await reservation.reserve(size)
    const { head, all } = await peek(limitBytes(answer.body, most, refuse), SNIFF_BYTES)
    const { mimetype, ...named } = await judge(settings, actor, { link, depth }, answer, head)
    await watch.begun(named.name, size)
    const sizeBytes = await blobs.write(
      attempt.blob_id,
      0,
      reservation.covering(watch.counting(all)),
    )
    await watch.end()
    return await commitFile(
      { ...deps, transact: whileMine(deps, attempt, sizeBytes) },
      actor,
      {
        blobId: attempt.blob_id,
        sizeBytes,
        sha256: null,
        mimetype,
        settings,
        reservedBytes: reservation.reserved(),
      },
      {
        ...place,
        path: '',
        ...named,
        document: { tipo_id: null, subcategory_id: null },
        onConflict: 'rename',
        modifiedAt: null,
      },
      tx => goOn(tx, deps, attempt.user_id),
    )
  } finally {
    answer.close()
  }
}
