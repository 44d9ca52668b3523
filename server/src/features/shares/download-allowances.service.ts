import type { Actor, ShareActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import * as deliveries from './download-allowances.repository.ts'
import { recordShareEvent, type ShareEventInput } from './events.service.ts'
import { allowanceBytes } from './shares.rules.ts'

type AllowanceDeps = Pick<Deps, 'transact' | 'now' | 'newId' | 'log'>

/** What a guest is about to be sent. */
export interface Sending {
  /** Names the content: another one is another delivery. */
  content: string
  /** Of all of it, and of the piece that goes out now. */
  wholeBytes: number
  bytes: number
  /** Whether it begins at the first byte. */
  isStart: boolean
  event: ShareEventInput
}

/** A broken download may go on for so long. */
const OPEN_MS = 86_400_000
const since = ({ now }: Pick<Deps, 'now'>): number => now().getTime() - OPEN_MS

const NOTHING_TO_DO = () => {}

/**
 * Charges a link for what its guest is sent; people with an account are charged nothing. One delivery
 * is charged for all the bytes of a content once: pieces count against it until as many were sent.
 * @returns what to call with the bytes that have left
 * @throws AppError `share.exhausted` when the link allows no more
 */
export async function consumeDownload(
  deps: AllowanceDeps,
  actor: Actor,
  sending: Sending,
): Promise<(sentBytes: number) => void> {
  if (actor.kind !== 'share') return NOTHING_TO_DO
  if (actor.isCrawler) throw new AppError('auth.forbidden')
  if (actor.share.download_limit !== null) return consumeAllowance(deps, actor, sending)
  // What goes on with a download was told of when it began.
  if (sending.isStart) await deps.transact(tx => chargeOnce(tx, deps, actor, sending))
  return NOTHING_TO_DO
}

async function chargeOnce(
  tx: Db,
  deps: AllowanceDeps,
  actor: ShareActor,
  { event }: Sending,
  isCounted = event.kind === 'downloaded',
): Promise<void> {
  if (isCounted && !(await deliveries.incrementDownloads(tx, actor.share.id)))
    throw new AppError('share.exhausted')
  await recordShareEvent(tx, deps, actor, [event])
}

/** By a limited link whatever goes out is drawn from a delivery that was charged. */
async function consumeAllowance(
  deps: AllowanceDeps,
  actor: ShareActor,
  sending: Sending,
): Promise<(sentBytes: number) => void> {
  const { bytes } = sending
  const drawnFrom = await deps.transact(async tx => {
    const delivery = deliveryOf(actor, sending)
    const open = await deliveries.takeBytes(tx, delivery, bytes, since(deps))
    if (open !== undefined) return open
    await chargeOnce(tx, deps, actor, sending, true)
    const id = deps.newId()
    const remaining_bytes = allowanceBytes(sending.wholeBytes) - bytes
    const created_at = deps.now().getTime()
    await deliveries.insertAllowance(tx, { ...delivery, id, remaining_bytes, created_at })
    return id
  })
  return sentBytes => {
    if (sentBytes >= bytes) return
    deps
      .transact(tx => deliveries.giveBack(tx, drawnFrom, bytes - sentBytes))
      .catch(err => deps.log.error({ err }, 'a delivery could not be given back'))
  }
}

const deliveryOf = (
  { share, visitor }: ShareActor,
  { content }: Sending,
): deliveries.DownloadAllowance => ({
  share_id: share.id,
  visitor,
  content,
})

/** Whether a guest has something to come yet of what the link was charged for. */
export const hasRemainingAllowance = (
  deps: Pick<Deps, 'db' | 'now'>,
  shareId: string,
  visitor: string,
): Promise<boolean> => deliveries.hasRemainingAllowance(deps.db, shareId, visitor, since(deps))

export const deleteOldAllowances = (deps: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deliveries.deleteAllowancesBefore(deps.db, since(deps))
