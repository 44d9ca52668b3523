import type { Input, Locale } from '@coffer/contract'
import type { PasswordLink } from '@coffer/contract/admin-users'
import type * as contract from '@coffer/contract/password-reset'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { createEmailToken } from '../../lib/email-tokens.ts'
import { deleteCredentials, requireGoodPassword } from '../account/index.ts'
import { recordAudit } from '../audit/index.ts'
import {
  consumeEmailLink,
  createEmailLink,
  type EmailLink,
  type EmailRecipient,
  type EmailRequest,
  findByEmail,
  isResendAllowed,
  requireSignedLink,
} from '../email-verification/index.ts'
import { PASSWORD_RESET_PATH, sendMail } from '../emails/index.ts'
import { replacePassword } from '../passwords/index.ts'
import { acceptInvitation, isInvitationExpired } from '../user-invitations/index.ts'
import { passwordResetJob } from './password-reset.job-types.ts'

type EmailDeps = Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'>

/** Queues the email without looking up the user, so that answer and time are the same (ACC-7). */
export const requestPasswordReset = (
  deps: Pick<Deps, 'transact' | 'jobs'>,
  request: EmailRequest,
): Promise<void> => deps.transact(tx => deps.jobs.add(tx, passwordResetJob, request))

/**
 * Sends the email with the link to choose a new password, unless the user's invitation has expired.
 * @returns the link of the email; undefined if it was not sent
 */
export async function sendPasswordReset(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  recipient: EmailRecipient,
  language: Locale,
): Promise<EmailLink | undefined> {
  if (await isInvitationExpired(tx, deps, recipient.id)) return undefined
  const link = await createEmailLink(tx, deps, 'password_reset', recipient)
  await sendMail(tx, deps, {
    to: recipient.email,
    language: recipient.language ?? language,
    template: 'recover-password',
    data: link,
  })
  return link
}

/** Returns a link to choose a password, for operators who pass it on to the user themselves. */
export function passwordLinkOf(
  { secret }: Pick<Deps, 'secret'>,
  { link, expires_at }: EmailLink,
  origin: string,
): PasswordLink {
  const token = createEmailToken(secret, link)
  return { url: `${origin}${PASSWORD_RESET_PATH}?token=${token}`, expires_at }
}

/** Creates such a link without an email. */
export const createPasswordLink = async (
  tx: Db,
  deps: Pick<Deps, 'now' | 'secret'>,
  recipient: EmailRecipient,
  origin: string,
): Promise<PasswordLink> =>
  passwordLinkOf(deps, await createEmailLink(tx, deps, 'password_reset', recipient), origin)

/** Sends the email to a known address, at a limited rate; links of earlier emails stay valid. */
export const sendPasswordResetIfKnown = (
  deps: EmailDeps,
  { email, language }: EmailRequest,
): Promise<void> =>
  deps.transact(async tx => {
    const recipient = await findByEmail(tx, email)
    if (!recipient || !(await isResendAllowed(tx, deps, 'password_reset', recipient.id))) return
    if (!(await sendPasswordReset(tx, deps, recipient, language))) return
    const { id, name } = recipient
    recordAudit(tx, {
      action: 'password.link_requested',
      target: { type: 'user', id, name },
      // The job runs without the request, and anyone may ask.
      actor: { type: 'guest' },
    })
  })

/**
 * Sets a new password by the link of an email and ends every session of the user (ACC-31).
 * @throws AppError `auth.link_expired` or `request.invalid`
 */
export async function resetPassword(
  deps: EmailDeps & Pick<Deps, 'secret' | 'live' | 'hashPassword'>,
  { token, newPassword, revokeTokens }: Input<typeof contract.resetPassword>['body'],
): Promise<{ email: string }> {
  const link = requireSignedLink(deps, token)
  // Hash outside the transaction: Argon2 takes tens of milliseconds and would block other writers.
  const passwordHash = await deps.hashPassword(newPassword)
  const { id, email } = await deps.transact(async tx => {
    const recipient = await consumeEmailLink(tx, deps, 'password_reset', link)
    // When this throws, the transaction rolls back and the link stays usable.
    await requireGoodPassword(tx, { ...recipient, password: newPassword }, 'newPassword')
    // Credentials from before the verification may belong to an attacker.
    if (!recipient.isEmailVerified) await deleteCredentials(tx, recipient.id)
    const revokesTokens = revokeTokens || !recipient.isEmailVerified
    await replacePassword(tx, deps, recipient.id, { passwordHash, revokesTokens })
    const { id, name } = recipient
    recordAudit(tx, { action: 'password.reset', target: { type: 'user', id, name } })
    await acceptInvitation(tx, deps, id)
    return recipient
  })
  deps.live.revalidate(id)
  return { email }
}
