import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { newToken } from '../../lib/tokens.ts'
import { recordAudit } from '../audit/index.ts'
import { sendMail } from '../emails/index.ts'
import { deleteSentToEmail } from '../notifications/index.ts'
import { updateDirectoryEntry } from '../user-directory/index.ts'
import * as changes from './email-changes.repository.ts'
import { type EmailRecipient, findByEmail, findRecipient } from './email-verification.repository.ts'

type MailDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

const VALID_MS = 24 * 3_600_000

const ADDRESS_TAKEN = { errors: { email: ['errors.auth.address_taken.detail'] } }

async function requireFree(tx: Db, email: string): Promise<void> {
  if (await findByEmail(tx, email)) throw new AppError('auth.address_taken', ADDRESS_TAKEN)
}

/**
 * Sends a link to a new address and a notice to the present one; the address changes when the link is
 * opened.
 * @throws AppError `auth.address_taken`
 */
export async function requestEmailChange(
  tx: Db,
  deps: MailDeps,
  userId: string,
  email: string,
): Promise<void> {
  await requireFree(tx, email)
  const recipient = await findRecipient(tx, userId)
  const link = newToken()
  const expiresAt = deps.now().getTime() + VALID_MS
  await changes.putEmailChange(tx, { user_id: userId, link_id: link, email, expires_at: expiresAt })
  await sendMail(tx, deps, {
    to: email,
    language: recipient.language,
    template: 'confirm-address',
    data: { link, expires_at: new Date(expiresAt).toISOString(), purpose: 'change' },
  })
  await sendNotice(tx, deps, recipient, { type: 'email_change_requested', email })
}

/**
 * Changes the address of a user without a notice to the previous one.
 * @throws AppError `auth.address_taken`
 */
export async function correctEmail(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  recipient: EmailRecipient,
  change: { email: string; isVerified: boolean },
): Promise<void> {
  await requireFree(tx, change.email)
  await changes.deleteEmailChange(tx, recipient.id)
  await changes.setEmail(tx, recipient.id, { ...change, now: now() })
  await deleteSentToEmail(tx, recipient.id, { wasVerified: recipient.isEmailVerified })
  await updateDirectoryEntry(tx, recipient.id)
  recordAudit(tx, {
    action: 'user.email_changed',
    target: { type: 'user', id: recipient.id, name: recipient.name },
    before: { email: recipient.email },
    after: { email: change.email, confirmed: change.isVerified },
  })
}

/**
 * Changes the verified address of a user and notifies the previous one.
 * @throws AppError `auth.address_taken`
 */
export async function changeEmail(
  tx: Db,
  deps: MailDeps,
  recipient: EmailRecipient,
  email: string,
): Promise<void> {
  await correctEmail(tx, deps, recipient, { email, isVerified: true })
  await sendNotice(tx, deps, recipient, { type: 'email_changed', email })
}

/** Notifies the previous or present address, which may belong to a user who did not ask for it. */
const sendNotice = (
  tx: Db,
  deps: MailDeps,
  { email: to, language }: EmailRecipient,
  { type, email }: { type: 'email_change_requested' | 'email_changed'; email: string },
): Promise<void> =>
  sendMail(tx, deps, {
    to,
    language,
    template: 'notification',
    data: { type, params: { email }, action: null },
  })

export const cancelEmailChange = changes.deleteEmailChange

/**
 * Completes a change of address by its link.
 * @returns the new address; undefined when the link belongs to no change
 * @throws AppError `auth.link_expired`, `auth.address_taken`
 */
export async function completeEmailChange(
  tx: Db,
  deps: MailDeps,
  link: string,
): Promise<string | undefined> {
  const change = await changes.takeEmailChange(tx, link)
  if (!change) return undefined
  if (change.expires_at <= deps.now().getTime()) throw new AppError('auth.link_expired')
  const recipient = await findRecipient(tx, change.user_id)
  await changeEmail(tx, deps, recipient, change.email)
  return change.email
}
