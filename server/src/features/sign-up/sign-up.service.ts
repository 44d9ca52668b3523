import type { auth, Input, Locale } from '@coffer/contract'
import type { Db } from '../../db/open.ts'
import type { SignUpTable } from '../../db/schema-sign-up.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { isInvitationToken } from '../../lib/email-tokens.ts'
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
  requiresVerifiedEmail,
  sendVerification,
} from '../email-verification/index.ts'
import { sendMail } from '../emails/index.ts'
import { sendPasswordReset } from '../password-reset/index.ts'
import { readSettings } from '../settings/index.ts'
import { signUpJob } from './sign-up.job-types.ts'
import * as signUps from './sign-ups.repository.ts'

type SignUpDeps = Pick<
  Deps,
  'db' | 'transact' | 'jobs' | 'hashPassword' | 'now' | 'newId' | 'config' | 'secret'
>
type EmailDeps = Pick<Deps, 'jobs' | 'now' | 'newId'>
type Form = Input<typeof auth.signUp>['body']

/** @throws AppError `setup.needed` or `auth.registration_closed` */
export async function requireOpenRegistration({ db }: Pick<Deps, 'db'>): Promise<void> {
  const settings = await readSettings(db)
  if (settings.installed_at === null) throw new AppError('setup.needed')
  if (!settings.registration) throw new AppError('auth.registration_closed')
}

const SALT_BYTES = 16

/** The same for every form with this address: whether two of them say one password shows in the hashes. */
const saltFor = (secret: string, email: string): Buffer =>
  hmac(secret, 'sign-up', email).subarray(0, SALT_BYTES)

/**
 * Makes the account, where its address is proven or need not be. Otherwise the form is only kept: new
 * and known addresses take the same work and get the same answer, and a job sends the letter.
 * @returns the new user's id, or nothing when a letter decides
 * @throws AppError `request.invalid`, or `auth.address_taken` where no proof is asked for
 */
export async function signUp(
  deps: SignUpDeps,
  { name, email, password, invitation }: Form,
  language: Locale,
): Promise<string | undefined> {
  await requireGoodPassword(deps.db, { password, name, email })
  const isEmailVerified =
    invitation !== undefined && isInvitationToken(deps.secret, invitation, email)
  if (isEmailVerified || !(await requiresVerifiedEmail(deps.db, deps)))
    return createAccount(deps, { name, email, password, role: 'user', isEmailVerified })
  const [id, salt] = [deps.newId(), saltFor(deps.secret, email)]
  const passwordHash = await deps.hashPassword(password, salt)
  await deps.transact(async tx => {
    const form = { name, email, language, password_hash: passwordHash }
    await signUps.insertSignUp(tx, { ...form, id, created_at: deps.now().getTime() })
    await deps.jobs.add(tx, signUpJob, { id })
  })
  return undefined
}

async function newAccount(tx: Db, deps: SignUpDeps, form: SignUpTable): Promise<string> {
  const { name, email, password_hash: passwordHash } = form
  return insertAccount(tx, deps, {
    name,
    email,
    passwordHash,
    role: 'user',
    isEmailVerified: false,
  })
}

/**
 * Two have signed up with one address, and one of them is a stranger who waits for the other to confirm
 * it: nothing of either opens the account, and the letter leads to a new one.
 */
async function restartSignUp(tx: Db, deps: EmailDeps, person: EmailRecipient, language: Locale) {
  await deleteCredentials(tx, person.id)
  await sendPasswordReset(tx, deps, person, language)
}

/** Whoever has the address already is told so where only he reads it. */
const notifyExistingUser = (
  tx: Db,
  deps: EmailDeps,
  { email, ...known }: EmailRecipient,
  language: Locale,
) =>
  sendMail(tx, deps, {
    ...{ to: email, language: known.language ?? language },
    ...{ template: 'account-exists', data: {} },
  })

/** Who came by a provider that does not vouch for the address, like a second form. */
export const processUnlinkedSignIn = (
  deps: EmailDeps & Pick<Deps, 'transact'>,
  { email, language }: EmailRequest,
): Promise<void> =>
  deps.transact(async tx => {
    const known = await findByEmail(tx, email)
    if (known)
      await (known.isEmailVerified ? notifyExistingUser : restartSignUp)(tx, deps, known, language)
  })

export const processSignUp = (deps: SignUpDeps, id: string): Promise<void> =>
  deps.transact(async tx => {
    const form = await signUps.takeSignUp(tx, id)
    if (!form) return
    const { email, language } = form
    const known = await findByEmail(tx, email)
    if (known?.isEmailVerified) return notifyExistingUser(tx, deps, known, language)
    if (known && !(await hasPassword(tx, known.id, form.password_hash)))
      return restartSignUp(tx, deps, known, language)
    const person = known ?? (await findRecipient(tx, await newAccount(tx, deps, form)))
    await sendVerification(tx, deps, person, language)
  })

const DAY_MS = 86_400_000

/** What no job has judged within a day. */
export const clearOldSignUps = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  signUps.deleteSignUpsBefore(db, now().getTime() - DAY_MS)
