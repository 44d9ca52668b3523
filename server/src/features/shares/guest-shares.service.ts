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
import { findUnavailable } from '../restrictions/index.ts'
import { hasRemainingAllowance } from './download-allowances.service.ts'
import { countSince } from './events.repository.ts'
import { recordShareEvents } from './events.service.ts'
import * as shares from './shares.repository.ts'
import { isExhausted, isExpired, isStillOpen } from './shares.rules.ts'

type LinkDeps = Pick<Deps, 'db' | 'now' | 'secret'>

/** The browser that somebody comes with, as far as it is known. */
export interface Browser {
  visitor: string
  device: string | null
  isCrawler: boolean
  /** What it says it has unlocked the link with. */
  key: string | undefined
}

export const UNLOCKED_SECONDS = 30 * 86_400

/** What unlocks a link until it has another password: it can't be made without our secret. */
function keyFor({ secret }: Pick<Deps, 'secret'>, link: ShareWithItem, until: number): string {
  return `${until}.${sign(secret, 'link', `${link.id}:${link.unlock_key}:${until}`)}`
}

export const newKeyFor = (deps: LinkDeps, link: ShareWithItem): string =>
  keyFor(deps, link, Math.floor(deps.now().getTime() / 1000) + UNLOCKED_SECONDS)

function isUnlockedBy(deps: LinkDeps, link: ShareWithItem, key: string | undefined): boolean {
  if (link.password_hash === null) return true
  const until = Number(key?.split('.')[0])
  const isCurrent = Number.isSafeInteger(until) && until * 1000 > deps.now().getTime()
  return isCurrent && isSameText(key ?? '', keyFor(deps, link, until))
}

/**
 * Turns a link into whoever acts by it. One that never was, has ended or leads into the trash is the
 * same to everybody.
 * @throws AppError `share.not_found`, `share.unavailable`, or `share.exhausted` unless the browser has bytes to come
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
  if ((await findUnavailable(deps.db, [link])).size > 0) throw new AppError('share.unavailable')
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

/** Those whose links still say what they were let in by. */
export async function filterOpenShares(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actors: readonly ShareActor[],
): Promise<ReadonlySet<ShareActor>> {
  const ids = new Set(actors.map(actor => actor.share.id))
  const found = await shares.findLinks(db, [...ids])
  const closed = await findUnavailable(db, found)
  const open = found.filter(({ owner_id }) => !closed.has(owner_id))
  const links = new Map(open.map(link => [link.id, link]))
  return new Set(
    actors.filter(({ share }) => {
      const link = links.get(share.id)
      return link !== undefined && !isExpired(link, now()) && isStillOpen(share, link)
    }),
  )
}

/** Told once for a browser; the owner's own looks are his to ask for as a guest. */
export const recordVisit = (
  deps: Pick<Deps, 'transact' | 'now' | 'newId'>,
  { share, device }: LockedShareActor,
): Promise<void> =>
  deps.transact(async tx => {
    await shares.countVisit(tx, share.id)
    await recordShareEvents(tx, deps, share, [{ kind: 'opened', device }])
  })

/** So many wrong tries in a while are no slips. */
const GUESSES = 10
const GUESSED_MS = 15 * 60_000

/** Tells the owner once of a row of guesses: at the one that makes it one. */
async function warnOwner(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  { id, owner_id, name }: ShareWithItem,
): Promise<void> {
  const since = deps.now().getTime() - GUESSED_MS
  if ((await countSince(tx, id, 'wrong_password', since)) !== GUESSES) return
  await notify(tx, deps, [owner_id], {
    category: 'link-alert',
    type: 'link_guessed',
    params: { item: name, count: GUESSES },
    action: {
      type: 'url',
      url: '/platform/my-shared-items',
      target: 'self',
      button: 'notification.button.show',
    },
    email: 'same',
  })
}

/** @throws AppError `share.password_wrong` */
export async function unlock(
  deps: Pick<Deps, 'transact' | 'now' | 'newId' | 'jobs'>,
  { share, device }: LockedShareActor,
  password: string,
): Promise<void> {
  const { password_hash: hash } = share
  const isRight = hash === null || (await verifyPassword(hash, password))
  const kind = isRight ? 'unlocked' : 'wrong_password'
  await deps.transact(async tx => {
    await recordShareEvents(tx, deps, share, [{ kind, device }])
    if (!isRight) await warnOwner(tx, deps, share)
  })
  if (!isRight) throw new AppError('share.password_wrong')
}
