import type { auth, Input, Locale } from '@coffer/contract'
import { DAY_MS } from '@coffer/contract/durations'
import type { Db } from '../../db/open.ts'
import type { SignUpTable } from '../../db/schema-sign-up.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { hmac } from '../../lib/signing.ts'
import {
  createAccount,
  deleteCredentials,
  hasPassword,
  insertAccount,
  requireGoodPassword,
} from '../account/index.ts'
import {
  type EmailRecipient,
  type EmailRequest,
  findByEmail,
  findRecipient,
  hasSignedIn,
  requiresVerifiedEmail,
  sendVerification,
} from '../email-verification/index.ts'
import { sendMail } from '../emails/index.ts'
import { sendPasswordReset } from '../password-reset/index.ts'
import { mayRegister, readSettings } from '../settings/index.ts'
import { isOpenInvitation } from '../teams/index.ts'
import { signUpJob } from './sign-up.job-types.ts'
import * as signUps from './sign-ups.repository.ts'

type SignUpDeps = Pick<
  Deps,
  'db' | 'transact' | 'jobs' | 'hashPassword' | 'now' | 'newId' | 'config' | 'secret'
>
type EmailDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>
type Form = Input<typeof auth.signUp>['body']

/**
 * Checks whether an address may register. Invited people always may.
 * @throws AppError `setup.needed`, `auth.registration_closed` or `auth.domain_not_allowed`
 */
export async function requireOpenRegistration(
  deps: Pick<Deps, 'db' | 'secret'>,
  { email, invitation }: Pick<Form, 'email' | 'invitation'>,
): Promise<void> {
  const settings = await readSettings(deps.db)
  if (settings.installed_at === null) throw new AppError('setup.needed')
  if (invitation && (await isOpenInvitation(deps, invitation, email))) return
  if (!settings.registration) throw new AppError('auth.registration_closed')
  if (!mayRegister(settings, email)) throw new AppError('auth.domain_not_allowed')
}

const SALT_BYTES = 16

/** Derives the salt from the email, so that two sign-ups with one email can be compared by hash. */
const saltFor = (secret: string, email: string): Buffer =>
  hmac(secret, 'sign-up', email).subarray(0, SALT_BYTES)

/**
 * Creates the account when its email is verified or needs no verification. Otherwise stores the form
 * for a job that sends an email, so that new and known emails take the same work and get the same
 * answer (ACC-7).
 * @returns the id of the new user; undefined when the email has to be verified first
 * @throws AppError `request.invalid`, or `auth.address_taken` where no verification is required
 */
export async function signUp(
  deps: SignUpDeps,
  { name, email, password, invitation }: Form,
  language: Locale,
): Promise<string | undefined> {
  await requireGoodPassword(deps.db, { password, name, email })
  const isEmailVerified =
    invitation !== undefined && (await isOpenInvitation(deps, invitation, email))
  if (isEmailVerified || !(await requiresVerifiedEmail(deps.db, deps)))
    return createAccount(deps, { name, email, password, role: 'user', isEmailVerified })
  const id = deps.newId()
  const passwordHash = await deps.hashPassword(password, saltFor(deps.secret, email))
  await deps.transact(async tx => {
    const form = { name, email, language, password_hash: passwordHash }
    await signUps.insertSignUp(tx, { ...form, id, created_at: deps.now().getTime() })
    await deps.jobs.add(tx, signUpJob, { id })
  })
  return undefined
}

async function insertUnverifiedAccount(
  tx: Db,
  deps: SignUpDeps,
  form: SignUpTable,
): Promise<string> {
  const { name, email, password_hash: passwordHash } = form
  return insertAccount(tx, deps, {
    name,
    email,
    passwordHash,
    role: 'user',
    isEmailVerified: false,
  })
}

/** Reports the existing account by email, which only the owner reads. */
const notifyExistingUser = (
  tx: Db,
  deps: EmailDeps,
  { email, ...existing }: EmailRecipient,
  language: Locale,
) =>
  sendMail(tx, deps, {
    to: email,
    language: existing.language ?? language,
    template: 'account-exists',
    data: {},
  })

/**
 * Handles two sign-ups with one email and different passwords. One of them may be an attacker who
 * waits for the owner to verify the email, so neither password is kept and the owner chooses a new
 * one. An account that was used before verification was required keeps its credentials.
 */
async function restartSignUp(tx: Db, deps: EmailDeps, recipient: EmailRecipient, language: Locale) {
  if (await hasSignedIn(tx, recipient.id)) return notifyExistingUser(tx, deps, recipient, language)
  await deleteCredentials(tx, recipient.id)
  await sendPasswordReset(tx, deps, recipient, language)
}

/** Treats a social sign-in with an unverified email like a second sign-up with that email. */
export const processUnlinkedSignIn = (
  deps: EmailDeps & Pick<Deps, 'transact'>,
  { email, language }: EmailRequest,
): Promise<void> =>
  deps.transact(async tx => {
    const existing = await findByEmail(tx, email)
    if (existing)
      await (existing.isEmailVerified ? notifyExistingUser : restartSignUp)(
        tx,
        deps,
        existing,
        language,
      )
  })

/** Creates the account of a stored form, or sends the email that fits the existing account. */
export const processSignUp = (deps: SignUpDeps, id: string): Promise<void> =>
  deps.transact(async tx => {
    const form = await signUps.takeSignUp(tx, id)
    if (!form) return
    const { email, language } = form
    const existing = await findByEmail(tx, email)
    if (existing?.isEmailVerified) return notifyExistingUser(tx, deps, existing, language)
    if (existing && !(await hasPassword(tx, existing.id, form.password_hash)))
      return restartSignUp(tx, deps, existing, language)
    const recipient =
      existing ?? (await findRecipient(tx, await insertUnverifiedAccount(tx, deps, form)))
    await sendVerification(tx, deps, recipient, language)
  })

/** Deletes stored forms that no job has processed within a day. */
export const clearOldSignUps = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  signUps.deleteSignUpsBefore(db, now().getTime() - DAY_MS)
