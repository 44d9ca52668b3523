import { Token } from '@coffer/contract'
import type { LockedShareActor, ShareActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import type { ShareWithItem } from '../../db/schema-sharing.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { verifyPassword } from '../../lib/passwords.ts'
import { isSameText, sign } from '../../lib/signing.ts'
import { tokenHash } from '../../lib/tokens.ts'
import { notify } from '../notifications/index.ts'
import { findUnavailableOwners } from '../restrictions/index.ts'
import { hasRemainingAllowance } from './download-allowances.service.ts'
import { countSince } from './events.repository.ts'
import { recordShareEvents, recordUnlock } from './events.service.ts'
import * as shares from './shares.repository.ts'
import { isExhausted, isExpired, isStillOpen } from './shares.rules.ts'

type LinkDeps = Pick<Deps, 'db' | 'now' | 'secret'>

/** The client of a guest, as far as it can be identified. */
export interface Browser {
  visitor: string
  isRecognized: boolean
  device: string | null
  isCrawler: boolean
  /** The value of the unlock cookie, not yet verified. */
  key: string | undefined
}

export const UNLOCKED_SECONDS = 30 * 86_400

/** Signs the unlock cookie; it is valid until it expires or the password changes. */
function keyFor({ secret }: Pick<Deps, 'secret'>, link: ShareWithItem, until: number): string {
  return `${until}.${sign(secret, 'link', `${link.id}:${link.unlock_key}:${until}`)}`
}

/** A new value for the unlock cookie of a share. */
export const newKeyFor = (deps: LinkDeps, link: ShareWithItem): string =>
  keyFor(deps, link, Math.floor(deps.now().getTime() / 1000) + UNLOCKED_SECONDS)

function isUnlockedBy(deps: LinkDeps, link: ShareWithItem, key: string | undefined): boolean {
  if (link.password_hash === null) return true
  const until = Number(key?.split('.')[0])
  const isCurrent = Number.isSafeInteger(until) && until * 1000 > deps.now().getTime()
  return isCurrent && isSameText(key ?? '', keyFor(deps, link, until))
}

/**
 * Resolves a token to a guest. Unknown, expired and trashed shares give the same error.
 * @throws AppError `share.not_found`, `share.unavailable`, or `share.exhausted` unless the guest
 * has bytes left
 */
export async function openLink(
  deps: LinkDeps,
  token: string,
  browserOf: (link: ShareWithItem) => Browser,
): Promise<LockedShareActor> {
  const link = Token.safeParse(token).success
    ? await shares.findShare(deps.db, tokenHash(token))
    : undefined
  if (!link || isExpired(link, deps.now())) throw new AppError('share.not_found')
  if ((await findUnavailableOwners(deps.db, [link])).size > 0)
    throw new AppError('share.unavailable')
  const { key, ...browser } = browserOf(link)
  if (isExhausted(link) && !(await hasRemainingAllowance(deps, link.id, browser.visitor)))
    throw new AppError('share.exhausted')
  return {
    kind: 'share',
    share: link,
    ...browser,
    isUnlocked: isUnlockedBy(deps, link, key),
  }
}

/** Returns the guests whose share is still open with at least the same permission. */
export async function filterOpenShares(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actors: readonly ShareActor[],
): Promise<ReadonlySet<ShareActor>> {
  const ids = new Set(actors.map(actor => actor.share.id))
  const candidates = await shares.findLinks(db, [...ids])
  const unavailable = await findUnavailableOwners(db, candidates)
  const open = candidates.filter(({ owner_id }) => !unavailable.has(owner_id))
  const links = new Map(open.map(link => [link.id, link]))
  return new Set(
    actors.filter(({ share }) => {
      const link = links.get(share.id)
      return link !== undefined && !isExpired(link, now()) && isStillOpen(share, link)
    }),
  )
}

/** Counts a visit and adds it to the share's activity. */
export const recordVisit = (
  deps: Pick<Deps, 'transact' | 'now' | 'newId'>,
  { share, device }: LockedShareActor,
): Promise<void> =>
  deps.transact(async tx => {
    await shares.countVisit(tx, share.id)
    await recordShareEvents(tx, deps, share, [{ kind: 'opened', device }])
  })

/** Wrong passwords within this time that trigger a warning to the owner. */
const MAX_WRONG_PASSWORDS = 10
const WRONG_PASSWORD_WINDOW_MS = 15 * 60_000

/** Warns the owner once, when the number of recent wrong passwords reaches the threshold. */
async function warnOwner(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  { id, owner_id, name }: ShareWithItem,
): Promise<void> {
  const since = deps.now().getTime() - WRONG_PASSWORD_WINDOW_MS
  if ((await countSince(tx, id, ['wrong_password'], since)) !== MAX_WRONG_PASSWORDS) return
  await notify(tx, deps, [owner_id], {
    category: 'link-alert',
    type: 'share_password_attempts',
    params: { item: name, count: MAX_WRONG_PASSWORDS },
    action: {
      type: 'url',
      url: '/platform/my-shared-items',
      target: 'self',
      button: 'notification.button.show',
    },
    email: 'same',
  })
}

/** Records the attempt and verifies the password. @throws AppError `share.password_wrong` */
export async function unlock(
  deps: Pick<Deps, 'transact' | 'now' | 'newId' | 'jobs'>,
  { share, device }: LockedShareActor,
  { password, passwordHash }: { password: string; passwordHash: string },
): Promise<void> {
  const isRight = await verifyPassword(passwordHash, password)
  await deps.transact(async tx => {
    if (isRight) await recordUnlock(tx, deps, share, device)
    else {
      // Concurrent attempts do not see each other's events: the owner would get several warnings or none.
      await shares.lockShare(tx, share.id)
      await recordShareEvents(tx, deps, share, [{ kind: 'wrong_password', device }])
      await warnOwner(tx, deps, share)
    }
  })
  if (!isRight) throw new AppError('share.password_wrong')
}
