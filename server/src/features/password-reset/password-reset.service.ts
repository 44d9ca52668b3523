import type { Input, Locale } from '@coffer/contract'
import type * as contract from '@coffer/contract/password-reset'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { deleteWaysIn, requireGoodPassword } from '../account/index.ts'
import {
  type Addressee,
  type AskedLetter,
  findByAddress,
  issueLink,
  requireOurLink,
  useLink,
} from '../email-verification/index.ts'
import { sendMail } from '../emails/index.ts'
import { replacePassword } from '../passwords/index.ts'
import { recoveryJob } from './password-reset.job-types.ts'

type LetterDeps = Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'>

/** Alike for every address, in words and in time: nobody has been looked up yet. */
export const askForRecovery = (
  deps: Pick<Deps, 'transact' | 'jobs'>,
  asked: AskedLetter,
): Promise<void> => deps.transact(tx => deps.jobs.add(tx, recoveryJob, asked))

export const sendRecovery = async (
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'now' | 'newId'>,
  person: Addressee,
  language: Locale,
): Promise<void> =>
  sendMail(tx, deps, {
    to: person.email,
    language: person.language ?? language,
    template: 'recover-password',
    data: await issueLink(tx, deps, 'recovery', person),
  })

export const sendIfKnown = (deps: LetterDeps, { email, language }: AskedLetter): Promise<void> =>
  deps.transact(async tx => {
    const person = await findByAddress(tx, email)
    if (person) await sendRecovery(tx, deps, person, language)
  })

/**
 * Whoever has the link reads the mail of the address, and chooses anew what opens the account;
 * everybody who was in it is out, on open pages too.
 * @throws AppError `auth.link_gone` or `request.invalid`
 */
export async function resetPassword(
  deps: LetterDeps & Pick<Deps, 'secret' | 'live' | 'hashPassword'>,
  { token, newPassword, revokeTokens }: Input<typeof contract.resetPassword>['body'],
): Promise<{ email: string }> {
  const link = requireOurLink(deps, token)
  // Before the transaction: nobody should wait for Argon2 on the database's account.
  const passwordHash = await deps.hashPassword(newPassword)
  const { id, email } = await deps.transact(async tx => {
    const person = await useLink(tx, deps, 'recovery', link)
    // With what it throws the link is as good as before.
    await requireGoodPassword(tx, { ...person, password: newPassword }, 'newPassword')
    // Whoever came with this address before it was proven may have been anybody.
    if (!person.isProven) await deleteWaysIn(tx, person.id)
    const revokesTokens = revokeTokens || !person.isProven
    await replacePassword(tx, deps, person.id, { passwordHash, revokesTokens })
    return person
  })
  deps.live.recheck(id)
  return { email }
}
