import type { Locale } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import { recordAudit, userActor } from '../audit/index.ts'
import { queueRefusedSignIn } from '../email-verification/index.ts'
import { saveServerAddress } from '../settings/index.ts'
import * as refusedSignIns from './refused-sign-ins.service.ts'
import { deleteExcessSessions, isAdministrator } from './sessions.repository.ts'
import { recordLastSignIn } from './sign-ins.repository.ts'

/** Saves the server address of an admin's sign-in; other users could send a forged one. */
export async function recordServerAddress(
  deps: Pick<Deps, 'db' | 'transact' | 'config'>,
  userId: string,
  address: string,
): Promise<void> {
  if (await isAdministrator(deps.db, userId)) await saveServerAddress(deps, address)
}

/** How a user signed in. */
export interface SignInMethod {
  action: 'sign_in.password' | 'sign_in.social' | 'sign_in.passkey' | 'sign_in.second_factor'
  /** Recorded with it, such as the provider. */
  details?: Record<string, string>
}

interface SignIn {
  method: SignInMethod
  /** Whether this device has signed in to the account since the password was chosen. */
  isKnown: (passwordHash: string | null) => boolean
  device: string
  ip: string
  language: Locale | undefined
}

/**
 * Records a sign-in and notifies the user of an unknown device, except on the first (ASVS 6.3.5).
 * @returns the hash of the user's password
 */
export const recordSignIn = (
  deps: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'>,
  userId: string,
  { isKnown, language, method, ...params }: SignIn,
): Promise<string | null> =>
  deps.transact(async tx => {
    const at = deps.now().getTime()
    const { name, passwordHash, isFirst } = await recordLastSignIn(tx, userId, { at, language })
    await deleteExcessSessions(tx, userId)
    const { action, details: after } = method
    const person = { type: 'user', id: userId, name }
    recordAudit(tx, { action, target: person, actor: userActor(person), after })
    if (!isFirst && !isKnown(passwordHash))
      await notifyOwner(tx, deps, userId, { type: 'new_device', params })
    return passwordHash
  })

/** Records the sign-in that comes with the creation of an account, without a notification. */
export const recordFirstSignIn = (
  deps: Pick<Deps, 'transact' | 'now'>,
  userId: string,
  language: Locale | undefined,
): Promise<void> =>
  deps.transact(async tx => {
    const at = deps.now().getTime()
    const { name } = await recordLastSignIn(tx, userId, { at, language })
    const person = { type: 'user', id: userId, name }
    recordAudit(tx, { action: 'sign_in.sign_up', target: person, actor: userActor(person) })
  })

/**
 * Chooses the error of a refused sign-in. Where verified emails are required, the answer does not
 * reveal whether the password was right (ACC-7).
 */
export async function signInErrorFor(
  deps: Parameters<typeof queueRefusedSignIn>[0],
  error: unknown,
  attempt: { email: string; language: Locale },
): Promise<unknown> {
  const code = error instanceof AppError ? error.code : undefined
  if (code !== 'auth.credentials' && code !== 'auth.unverified') return error
  const knewPassword = code === 'auth.unverified'
  const hidesReason = await queueRefusedSignIn(deps, { ...attempt, knewPassword })
  await refusedSignIns.queueRefusedSignIn(deps, attempt.email)
  return hidesReason ? new AppError('auth.credentials_or_unverified') : error
}
