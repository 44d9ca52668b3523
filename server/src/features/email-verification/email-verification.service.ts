import type { Locale } from '@coffer/contract'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { sendMail } from '../emails/index.ts'
import { readSettings } from '../settings/index.ts'
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
  unlinkedJob,
  verificationJob,
} from './email-verification.job-types.ts'
import { type EmailRecipient, findByEmail, findRecipient } from './email-verification.repository.ts'

type EmailDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>

/**
 * Whether people come in only once their address is proven: as the administrator says, and as long as
 * he has not said, wherever letters go out.
 */
export async function requiresVerifiedEmail(
  db: Db,
  { config }: Pick<Deps, 'config'>,
): Promise<boolean> {
  const { user_verification } = await readSettings(db)
  return user_verification ?? config.mail.smtpUrl !== undefined
}

/**
 * Whether somebody has to show that he reads the mail of an address before he is let in by it: wherever
 * letters go out he can, also while accounts are opened without.
 */
export const requiresMailboxAccess = async (db: Db, deps: Pick<Deps, 'config'>): Promise<boolean> =>
  deps.config.mail.smtpUrl !== undefined || (await requiresVerifiedEmail(db, deps))

export async function canSignIn(
  deps: Pick<Deps, 'db' | 'config'>,
  userId: string,
): Promise<boolean> {
  if (!(await requiresVerifiedEmail(deps.db, deps))) return true
  return (await findRecipient(deps.db, userId)).isEmailVerified
}

export async function sendVerification(
  tx: Db,
  deps: EmailDeps,
  person: EmailRecipient,
  language: Locale | null,
): Promise<void> {
  const link = await createEmailLink(tx, deps, 'verification', person)
  await sendMail(tx, deps, {
    to: person.email,
    language: person.language ?? language,
    template: 'confirm-address',
    // Without his name: as long as nothing is proven, a stranger may have chosen it.
    data: link,
  })
}

/** Alike for every address, in words and in time: nobody has been looked up yet. */
export const requestVerification = (
  deps: Pick<Deps, 'transact' | 'jobs'>,
  asked: EmailRequest,
): Promise<void> => deps.transact(tx => deps.jobs.add(tx, verificationJob, asked))

export const queueUnlinkedSignIn = (
  deps: Pick<Deps, 'transact' | 'jobs'>,
  asked: EmailRequest,
): Promise<void> => deps.transact(tx => deps.jobs.add(tx, unlinkedJob, asked))

export const sendVerificationIfUnverified = (
  deps: EmailDeps & Pick<Deps, 'transact'>,
  { email, language }: EmailRequest,
): Promise<void> =>
  deps.transact(async tx => {
    const person = await findByEmail(tx, email)
    if (person && !person.isEmailVerified) await sendVerification(tx, deps, person, language)
  })

/**
 * For whoever did not get in where proof is demanded. An address that was free until somebody signed up
 * with it must not answer otherwise than a wrong password: that would tell it from a taken one. So both
 * look at the same rows and queue the same job, which alone knows who is due a letter.
 * @returns whether proof is demanded
 */
export async function queueRefusedSignIn(
  deps: Pick<Deps, 'db' | 'config' | 'transact' | 'jobs'>,
  refused: RefusedSignIn,
): Promise<boolean> {
  // Whoever knew the password has come as far as `canSignIn`, which reads this.
  if (!refused.knewPassword) {
    if (!(await requiresVerifiedEmail(deps.db, deps))) return false
    await findByEmail(deps.db, refused.email)
  }
  await deps.transact(tx => deps.jobs.add(tx, refusedSignInJob, refused))
  return true
}

/** Whoever knows the password of another's address may not flood his mailbox by it. */
export const verifyAfterRefusal = (
  deps: EmailDeps & Pick<Deps, 'transact'>,
  { knewPassword, email, language }: RefusedSignIn,
): Promise<void> =>
  deps.transact(async tx => {
    const person = knewPassword ? await findByEmail(tx, email) : undefined
    if (
      person &&
      !person.isEmailVerified &&
      (await isResendAllowed(tx, deps, 'verification', person.id))
    )
      await sendVerification(tx, deps, person, language)
  })

/** @throws AppError `auth.link_expired` */
export async function verify(
  deps: Pick<Deps, 'transact' | 'now' | 'secret'>,
  token: string,
): Promise<{ email: string }> {
  const id = requireSignedLink(deps, token)
  const { email } = await deps.transact(tx => consumeEmailLink(tx, deps, 'verification', id))
  return { email }
}
