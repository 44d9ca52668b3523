import type { Locale } from '@coffer/contract'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../audit/index.ts'
import { sendMail } from '../emails/index.ts'
import { readEffectiveSettings, sendsEmail } from '../settings/index.ts'
import { completeEmailChange } from './email-changes.service.ts'
import {
  consumeEmailLink,
  createEmailLink,
  isResendAllowed,
  requireSignedLink,
} from './email-links.service.ts'
import {
  type EmailRequest,
  type RefusedSignIn,
  refusedSignInJob,
  unlinkedSignInJob,
  verificationJob,
} from './email-verification.job-types.ts'
import {
  type EmailRecipient,
  findByEmail,
  findRecipient,
  isInvited,
} from './email-verification.repository.ts'

type EmailDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

/**
 * Whether users must verify their email before they can sign in. Unless an administrator has decided,
 * it depends on whether the server can send email.
 */
export async function requiresVerifiedEmail(db: Db, deps: Pick<Deps, 'config'>): Promise<boolean> {
  const settings = await readEffectiveSettings(db, deps)
  return settings.user_verification ?? sendsEmail(settings)
}

/** Whether the verification of the user's email is done or not required. */
export async function canSignIn(
  deps: Pick<Deps, 'db' | 'config'>,
  userId: string,
): Promise<boolean> {
  if (!(await requiresVerifiedEmail(deps.db, deps))) return true
  return (await findRecipient(deps.db, userId)).isEmailVerified
}

/** Sends the email with the link that verifies the address. */
export async function sendVerification(
  tx: Db,
  deps: EmailDeps,
  recipient: EmailRecipient,
  language: Locale | null,
): Promise<void> {
  const link = await createEmailLink(tx, deps, 'verification', recipient)
  await sendMail(tx, deps, {
    to: recipient.email,
    language: recipient.language ?? language,
    template: 'confirm-address',
    // No name in it: while the email is unverified, an attacker may have chosen the name.
    data: link,
  })
}

/** Queues the email without looking up the user, so that answer and time are the same (ACC-7). */
export const requestVerification = (
  deps: Pick<Deps, 'transact' | 'jobs'>,
  request: EmailRequest,
): Promise<void> => deps.transact(tx => deps.jobs.add(tx, verificationJob, request))

export const queueUnlinkedSignIn = (
  deps: Pick<Deps, 'transact' | 'jobs'>,
  request: EmailRequest,
): Promise<void> => deps.transact(tx => deps.jobs.add(tx, unlinkedSignInJob, request))

/**
 * Finds the user who may verify this email. Invited users verify theirs by accepting the invitation,
 * which may have expired.
 */
async function findUnverified(tx: Db, email: string): Promise<EmailRecipient | undefined> {
  const recipient = await findByEmail(tx, email)
  if (!recipient || recipient.isEmailVerified) return undefined
  return (await isInvited(tx, recipient.id)) ? undefined : recipient
}

export const sendVerificationIfUnverified = (
  deps: EmailDeps & Pick<Deps, 'transact'>,
  { email, language }: EmailRequest,
): Promise<void> =>
  deps.transact(async tx => {
    const recipient = await findUnverified(tx, email)
    if (recipient) await sendVerification(tx, deps, recipient, language)
  })

/**
 * Queues the handling of a refused sign-in where verified emails are required. An unverified email and
 * a wrong password must be indistinguishable, otherwise a sign-up followed by a sign-in would reveal
 * whether the email was taken. So both read the same rows and queue the same job, and only the job
 * decides who gets an email (ACC-7).
 * @returns whether verified emails are required
 */
export async function queueRefusedSignIn(
  deps: Pick<Deps, 'db' | 'config' | 'transact' | 'jobs'>,
  refused: RefusedSignIn,
): Promise<boolean> {
  // With the right password, `canSignIn` has already read the same rows.
  if (!refused.knewPassword) {
    if (!(await requiresVerifiedEmail(deps.db, deps))) return false
    await findByEmail(deps.db, refused.email)
  }
  await deps.transact(tx => deps.jobs.add(tx, refusedSignInJob, refused))
  return true
}

/** Sends the verification email again after a refused sign-in, at a limited rate. */
export const sendVerificationAfterRefusal = (
  deps: EmailDeps & Pick<Deps, 'transact'>,
  { knewPassword, email, language }: RefusedSignIn,
): Promise<void> =>
  deps.transact(async tx => {
    const recipient = knewPassword ? await findUnverified(tx, email) : undefined
    if (recipient && (await isResendAllowed(tx, deps, 'verification', recipient.id)))
      await sendVerification(tx, deps, recipient, language)
  })

/**
 * Verifies the email that a link was sent to, and completes a change to a new one.
 * @throws AppError `auth.link_expired`, `auth.address_taken`
 */
export async function verify(
  deps: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId' | 'secret'>,
  token: string,
): Promise<{ email: string }> {
  const id = requireSignedLink(deps, token)
  return deps.transact(async tx => {
    const changed = await completeEmailChange(tx, deps, id)
    if (changed !== undefined) return { email: changed }
    const recipient = await consumeEmailLink(tx, deps, 'verification', id)
    const target = { type: 'user', id: recipient.id, name: recipient.name }
    recordAudit(tx, { action: 'account.email_verified', target })
    return { email: recipient.email }
  })
}
