import type { UserActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { limitBytes, peek } from '../../lib/byte-streams.ts'
import { detectType, endingOf, SNIFF_BYTES } from '../../lib/file-types.ts'
import type { Answer } from '../../outbound/request.ts'
import type { ItemView } from '../items/index.ts'
import { createReservation, quotaExceeded, quotas } from '../quotas/index.ts'
import { readSettings, type Settings } from '../settings/index.ts'
import {
  commitFile,
  limitOf,
  requireAdmissible,
  requireAllowedContent,
  requirePlace,
  tooLarge,
} from '../uploads/index.ts'
import { goOn, type Turn, type TurnDeps } from './attempts.service.ts'
import { GivenUp, type Watch } from './monitor.service.ts'
import * as remote from './remote-uploads.repository.ts'
import { isWrongPage, remoteName } from './remote-uploads.rules.ts'

export type TransferDeps = TurnDeps & Pick<Deps, 'config' | 'outbound' | 'media' | 'live'>

/** What the other side says of the size, if it can be believed. */
function declaredSize({ headers }: Answer): number | null {
  const header = headers['content-length']
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : null
}

function requireFile({ status, headers }: Answer): void {
  if (status !== 200) throw new AppError('remote.refused', { values: { status } })
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new AppError('remote.compressed')
}

const reservationFor = (deps: TransferDeps, actor: UserActor, turn: Turn) =>
  createReservation(deps, {
    ownerId: turn.owner_id,
    bytes: 0,
    async record(tx, reserved_bytes) {
      if (!(await remote.updateMine(tx, turn, { reserved_bytes }))) throw new GivenUp()
    },
    exceeded: () => quotaExceeded(actor, turn.owner_id),
  })

interface Judged {
  name: string
  originalName: string | null
  mimetype: string
}

/** All that an upload is judged by, and whether it is what the link promised. */
async function judge(
  settings: Settings,
  actor: UserActor,
  { link, depth }: { link: URL; depth: number },
  answer: Answer,
  head: Uint8Array,
): Promise<Judged> {
  const named = { link, url: answer.url, disposition: answer.headers['content-disposition'] }
  const filename = remoteName(named, endingOf(await detectType(head, '')))
  if (isWrongPage(named, await detectType(head, filename))) throw new AppError('remote.web_page')
  const size = head.length === 0 ? 0 : undefined
  const admissible = requireAdmissible(settings, actor, { filename, path: '', depth, size })
  return { ...admissible, mimetype: await requireAllowedContent(settings, filename, head) }
}

/** Given up at this very moment, its room is free already, and no file may point at what is cleared away. */
const whileMine =
  ({ transact, now }: TransferDeps, turn: Turn, sizeBytes: number): Deps['transact'] =>
  work =>
    transact(async tx => {
      await quotas.lockOwners(tx, [turn.owner_id])
      const isMine = await remote.updateMine(tx, turn, {
        state: 'done',
        reserved_bytes: 0,
        received_bytes: sizeBytes,
        updated_at: now().getTime(),
      })
      if (!isMine) throw new GivenUp()
      return work(tx)
    })

/** Fetches what the link leads to and makes it a file, as an upload becomes one. */
export async function transfer(
  deps: TransferDeps,
  actor: UserActor,
  turn: Turn,
  watch: Watch,
): Promise<ItemView> {
  const { db, outbound, blobs, config } = deps
  const settings = await readSettings(db)
  const place = { parentId: turn.parent_id, ownerId: turn.owner_id }
  const { depth } = await requirePlace(db, actor, place)
  const link = new URL(turn.url)
  const answer = await outbound.get(link, watch.signal)
  try {
    requireFile(answer)
    const most = Math.min(limitOf(settings), config.remote.maxBytes)
    const refuse = () => {
      throw tooLarge(most)
    }
    const size = declaredSize(answer)
    if ((size ?? 0) > most) refuse()
    const reservation = reservationFor(deps, actor, turn)
    // A member of a team reserves the owner's quota only for bytes that have arrived.
    if (size !== null && actor.userId === turn.owner_id) await reservation.reserve(size)
    const { head, all } = await peek(limitBytes(answer.body, most, refuse), SNIFF_BYTES)
    const { mimetype, ...named } = await judge(settings, actor, { link, depth }, answer, head)
    await watch.begun(named.name, size)
    const sizeBytes = await blobs.write(turn.blob_id, 0, reservation.covering(watch.counting(all)))
    await watch.end()
    return await commitFile(
      { ...deps, transact: whileMine(deps, turn, sizeBytes) },
      actor,
      {
        ...{ blobId: turn.blob_id, sizeBytes, sha256: null, mimetype, settings },
        heldBytes: reservation.reserved(),
      },
      {
        ...{ ...place, path: '', ...named },
        document: { tipo_id: null, subcategory_id: null },
        onConflict: 'rename',
        modifiedAt: null,
      },
      tx => goOn(tx, deps, turn.user_id),
    )
  } finally {
    answer.close()
  }
}
