import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { readEmailToken } from '../../lib/email-tokens.ts'
import { newToken } from '../../lib/tokens.ts'
import * as links from './email-links.repository.ts'
import {
  type EmailRecipient,
  findRecipient,
  markEmailVerified,
} from './email-verification.repository.ts'

const HOUR_MS = 3_600_000
const VALID_MS: Record<links.Purpose, number> = { verification: 24 * HOUR_MS, recovery: HOUR_MS }

/** @returns what the letter's link is written with when it goes out */
export async function createEmailLink(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  purpose: links.Purpose,
  { id: userId, email }: EmailRecipient,
): Promise<{ link: string; expires_at: string }> {
  const id = newToken()
  const expiresAt = now().getTime() + VALID_MS[purpose]
  await links.insertLink(tx, { id, purpose, user_id: userId, email, expires_at: expiresAt })
  return { link: id, expires_at: new Date(expiresAt).toISOString() }
}

/** So many within an hour, as are sent on request. */
const LETTERS = 5

/** Whether one more letter that nobody has asked for is not too many. */
export async function isResendAllowed(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  purpose: links.Purpose,
  userId: string,
): Promise<boolean> {
  const ofLastHour = now().getTime() + VALID_MS[purpose] - HOUR_MS
  return (await links.countLinks(tx, { userId, purpose, endingAfter: ofLastHour })) < LETTERS
}

/** Before anything costly is done for a link that nobody has written. @throws AppError `auth.link_expired` */
export function requireSignedLink({ secret }: Pick<Deps, 'secret'>, token: string): string {
  const id = readEmailToken(secret, token)
  if (id === undefined) throw new AppError('auth.link_expired')
  return id
}

/**
 * Uses a link up, and all others of its kind with it. Whoever has it reads the mail of the address,
 * which is proven by that.
 * @throws AppError `auth.link_expired` when it is used, over, or was sent to another address
 */
export async function consumeEmailLink(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  purpose: links.Purpose,
  id: string,
): Promise<EmailRecipient> {
  const link = await links.deleteEmailLink(tx, id, purpose)
  if (!link || link.expires_at <= now().getTime()) throw new AppError('auth.link_expired')
  const person = await findRecipient(tx, link.user_id)
  if (person.email !== link.email) throw new AppError('auth.link_expired')
  await links.deleteLinks(tx, person.id, purpose)
  await markEmailVerified(tx, person.id)
  return person
}

export const clearExpiredLinks = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  links.deleteExpiredLinks(db, now().getTime())
