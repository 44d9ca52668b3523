import { HOUR_MS } from '@coffer/contract/durations'
import { lockUser } from '../../db/lock-user.ts'
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

const VALID_MS: Record<links.Purpose, number> = {
  verification: 24 * HOUR_MS,
  password_reset: HOUR_MS,
}

export interface EmailLink {
  /** Signed when the email is sent. */
  link: string
  expires_at: string
}

/** Creates a link. */
export async function createEmailLink(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  purpose: links.Purpose,
  { id: userId, email }: EmailRecipient,
  validMs = VALID_MS[purpose],
): Promise<EmailLink> {
  const id = newToken()
  const expiresAt = now().getTime() + validMs
  await links.insertLink(tx, { id, purpose, user_id: userId, email, expires_at: expiresAt })
  return { link: id, expires_at: new Date(expiresAt).toISOString() }
}

const MAX_EMAILS_PER_HOUR = 5

/**
 * Whether another email with a link stays within the hourly limit. It counts the emails that were
 * sent, so that requests for other purposes cannot use it up. Locks the user row until the caller's
 * transaction has created the link.
 */
export async function isResendAllowed(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  purpose: links.Purpose,
  userId: string,
): Promise<boolean> {
  await lockUser(tx, userId, 'alone')
  const ofLastHour = now().getTime() + VALID_MS[purpose] - HOUR_MS
  return (
    (await links.countLinks(tx, { userId, purpose, endingAfter: ofLastHour })) < MAX_EMAILS_PER_HOUR
  )
}

/**
 * Checks the signature of a link, before any costly work is done for a forged one.
 * @returns the id of the link
 * @throws AppError `auth.link_expired`
 */
export function requireSignedLink({ secret }: Pick<Deps, 'secret'>, token: string): string {
  const id = readEmailToken(secret, token)
  if (id === undefined) throw new AppError('auth.link_expired')
  return id
}

/**
 * Consumes a link and deletes the user's other links of the same purpose. Following it shows access
 * to the mailbox, so the email becomes verified.
 * @throws AppError `auth.link_expired` when it is used, expired, or was sent to another email
 */
export async function consumeEmailLink(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  purpose: links.Purpose,
  id: string,
): Promise<EmailRecipient> {
  const link = await links.deleteEmailLink(tx, id, purpose)
  if (!link || link.expires_at <= now().getTime()) throw new AppError('auth.link_expired')
  const recipient = await findRecipient(tx, link.user_id)
  if (recipient.email !== link.email) throw new AppError('auth.link_expired')
  await links.deleteLinks(tx, recipient.id, purpose)
  await markEmailVerified(tx, recipient.id)
  return recipient
}

export const clearExpiredLinks = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  links.deleteExpiredLinks(db, now().getTime())
