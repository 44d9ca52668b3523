import type { Actor, ShareActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import * as allowances from './download-allowances.repository.ts'
import { recordGuestDownload, type ShareEventInput } from './events.service.ts'
import { lockShare } from './shares.repository.ts'
import { allowanceBytes } from './shares.rules.ts'

type AllowanceDeps = Pick<Deps, 'db' | 'transact' | 'now' | 'newId' | 'log'>

/** Content that is about to be sent to a guest. */
export interface OutgoingContent {
  /** Identifies the content; each content needs its own allowance. */
  content: string
  /** Size of the whole content. */
  contentBytes: number
  bytes: number
  /** Whether the response has the first byte. */
  isStart: boolean
  event: ShareEventInput
}

/** How long an interrupted download can be resumed on the same allowance. */
const ALLOWANCE_LIFETIME_MS = 86_400_000
const since = ({ now }: Pick<Deps, 'now'>): number => now().getTime() - ALLOWANCE_LIFETIME_MS

const NO_ALLOWANCE = () => {}

/**
 * Counts a download of a share's guest; downloads of signed-in users do not count. One allowance
 * covers the bytes of one content, however many ranges it is fetched in.
 * @returns a callback that takes the number of bytes actually sent
 * @throws AppError `share.exhausted` when the download limit is reached
 */
export async function consumeDownload(
  deps: AllowanceDeps,
  actor: Actor,
  sending: OutgoingContent,
): Promise<(sentBytes: number) => void> {
  if (actor.kind !== 'share') return NO_ALLOWANCE
  if (actor.isCrawler) throw new AppError('auth.forbidden')
  if (actor.share.download_limit !== null) return consumeAllowance(deps, actor, sending)
  if (!(await continuesDownload(deps, actor, sending)))
    await deps.transact(tx => countUnlimited(tx, deps, actor, sending))
  return NO_ALLOWANCE
}

/** Whether a response resumes a download, or seeks in one, that was counted when it started. */
const continuesDownload = async (
  deps: AllowanceDeps,
  actor: ShareActor,
  sending: OutgoingContent,
): Promise<boolean> =>
  !sending.isStart &&
  (await allowances.hasAllowance(deps.db, unlimitedKeyOf(actor, sending), since(deps)))

/**
 * Counts a download of a share without a limit. Its allowance only shows that it was counted, so
 * there is one per guest, content and kind of event, and none for a download that is too many for
 * the activity. It has no bytes, which would remain available after a limit is set.
 */
async function countUnlimited(
  tx: Db,
  deps: AllowanceDeps,
  actor: ShareActor,
  sending: OutgoingContent,
): Promise<void> {
  // Concurrent ranges have to see each other's allowance. Counting a start locks the share too.
  if (!sending.isStart) await lockShare(tx, actor.share.id)
  const key = unlimitedKeyOf(actor, sending)
  const isKnown = await allowances.hasAllowance(tx, key, since(deps))
  if (isKnown && !sending.isStart) return
  const isRecorded = await countDownload(tx, deps, actor, sending)
  if (isRecorded && !isKnown) await insertAllowance(tx, deps, key, 0)
}

async function countDownload(
  tx: Db,
  deps: AllowanceDeps,
  actor: ShareActor,
  { event }: OutgoingContent,
  isCounted = event.kind === 'downloaded',
): Promise<boolean> {
  if (isCounted && !(await allowances.incrementDownloads(tx, actor.share.id)))
    throw new AppError('share.exhausted')
  return recordGuestDownload(tx, deps, actor, event)
}

/**
 * On a limited share every response uses up an allowance; a new allowance counts as one download.
 */
async function consumeAllowance(
  deps: AllowanceDeps,
  actor: ShareActor,
  sending: OutgoingContent,
): Promise<(sentBytes: number) => void> {
  const { bytes } = sending
  const allowanceId = await deps.transact(async tx => {
    // Otherwise concurrent ranges of one download each count, as none sees the others' allowance.
    await lockShare(tx, actor.share.id)
    const allowance = allowanceKeyOf(actor, sending.content)
    const existingId = await allowances.takeBytes(tx, allowance, bytes, since(deps))
    if (existingId !== undefined) return existingId
    await countDownload(tx, deps, actor, sending, true)
    return insertAllowance(tx, deps, allowance, allowanceBytes(sending.contentBytes) - bytes)
  })
  return sentBytes => {
    if (sentBytes >= bytes) return
    deps
      .transact(tx => allowances.returnBytes(tx, allowanceId, bytes - sentBytes))
      .catch(err => deps.log.error({ err }, 'unused download allowance could not be returned'))
  }
}

/** Stores what is left of a counted download. @returns the id of its allowance */
async function insertAllowance(
  tx: Db,
  { newId, now }: AllowanceDeps,
  allowance: allowances.DownloadAllowance,
  remaining_bytes: number,
): Promise<string> {
  const id = newId()
  await allowances.insertAllowance(tx, {
    ...allowance,
    id,
    remaining_bytes,
    created_at: now().getTime(),
  })
  return id
}

const allowanceKeyOf = (
  { share, visitor }: ShareActor,
  content: string,
): allowances.DownloadAllowance => ({ share_id: share.id, visitor, content })

/** On a share without a limit views do not count, so a download needs an allowance of its own. */
const unlimitedKeyOf = (
  actor: ShareActor,
  { content, event }: OutgoingContent,
): allowances.DownloadAllowance => allowanceKeyOf(actor, `${event.kind} ${content}`)

/** Whether a guest has bytes left from a download that was already counted. */
export const hasRemainingAllowance = (
  deps: Pick<Deps, 'db' | 'now'>,
  shareId: string,
  visitor: string,
): Promise<boolean> => allowances.hasRemainingAllowance(deps.db, shareId, visitor, since(deps))

/** Deletes allowances that have expired. */
export const deleteOldAllowances = (deps: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  allowances.deleteAllowancesBefore(deps.db, since(deps))
