import type { Input, Locale } from '@coffer/contract'
import type * as contract from '@coffer/contract/password-reset'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { deleteCredentials, requireGoodPassword } from '../account/index.ts'
import {
  consumeEmailLink,
  createEmailLink,
  type EmailRecipient,
  type EmailRequest,
  findByEmail,
  requireSignedLink,
} from '../email-verification/index.ts'
import { sendMail } from '../emails/index.ts'
import { replacePassword } from '../passwords/index.ts'
import { passwordResetJob } from './password-reset.job-types.ts'

type EmailDeps = Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'>

/** Alike for every address, in words and in time: nobody has been looked up yet. */
export const askForRecovery = (
  deps: Pick<Deps, 'transact' | 'jobs'>,
  asked: EmailRequest,
): Promise<void> => deps.transact(tx => deps.jobs.add(tx, passwordResetJob, asked))

export const sendPasswordReset = async (
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  person: EmailRecipient,
  language: Locale,
): Promise<void> =>
  sendMail(tx, deps, {
    to: person.email,
    language: person.language ?? language,
    template: 'recover-password',
    data: await createEmailLink(tx, deps, 'recovery', person),
  })

export const sendIfKnown = (deps: EmailDeps, { email, language }: EmailRequest): Promise<void> =>
  deps.transact(async tx => {
    const person = await findByEmail(tx, email)
    if (person) await sendPasswordReset(tx, deps, person, language)
  })

/**
 * Whoever has the link reads the mail of the address, and chooses anew what opens the account;
 * everybody who was in it is out, on open pages too.
 * @throws AppError `auth.link_expired` or `request.invalid`
 */
export async function resetPassword(
  deps: EmailDeps & Pick<Deps, 'secret' | 'live' | 'hashPassword'>,
  { token, newPassword, revokeTokens }: Input<typeof contract.resetPassword>['body'],
): Promise<{ email: string }> {
  const link = requireSignedLink(deps, token)
  // Before the transaction: nobody should wait for Argon2 on the database's account.
  const passwordHash = await deps.hashPassword(newPassword)
  const { id, email } = await deps.transact(async tx => {
    const person = await consumeEmailLink(tx, deps, 'recovery', link)
    // With what it throws the link is as good as before.
    await requireGoodPassword(tx, { ...person, password: newPassword }, 'newPassword')
    // Whoever came with this address before it was proven may have been anybody.
    if (!person.isEmailVerified) await deleteCredentials(tx, person.id)
    const revokesTokens = revokeTokens || !person.isEmailVerified
    await replacePassword(tx, deps, person.id, { passwordHash, revokesTokens })
    return person
  })
  deps.live.revalidate(id)
  return { email }
}
