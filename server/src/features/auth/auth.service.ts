import type { Locale } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { notifyOwner } from '../account-alerts/index.ts'
import { queueRefusedSignIn } from '../email-verification/index.ts'
import { saveServerAddress } from '../settings/index.ts'
import { isAdministrator } from './sessions.repository.ts'
import { recordLastSignIn } from './sign-ins.repository.ts'

/** Others could say anything: only administrators tell where this server is. */
export async function recordServerAddress(
  deps: Pick<Deps, 'db' | 'transact' | 'config'>,
  userId: string,
  address: string,
): Promise<void> {
  if (await isAdministrator(deps.db, userId)) await saveServerAddress(deps, address)
}

interface SignIn {
  /** Somebody has signed in to this account there before. */
  isKnown: boolean
  device: string
  ip: string
  language: Locale | undefined
}

/** A sign-in on a device that was never seen is told, but for the first of all (ASVS 6.3.5). */
export const recordSignIn = (
  deps: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'>,
  userId: string,
  { isKnown, language, ...params }: SignIn,
): Promise<void> =>
  deps.transact(async tx => {
    const at = deps.now().getTime()
    const isFirst = (await recordLastSignIn(tx, userId, { at, language })) === null
    if (!isKnown && !isFirst) await notifyOwner(tx, deps, userId, { type: 'new_device', params })
  })

/** For whoever comes in with the making of his account: from the next unknown device on he is told. */
export const recordFirstSignIn = (
  deps: Pick<Deps, 'transact' | 'now'>,
  userId: string,
  language: Locale | undefined,
): Promise<unknown> =>
  deps.transact(tx => recordLastSignIn(tx, userId, { at: deps.now().getTime(), language }))

/** What whoever is refused hears: with proof demanded nobody learns by it whether the password was right. */
export async function refusalOf(
  deps: Parameters<typeof queueRefusedSignIn>[0],
  error: unknown,
  asked: { email: string; language: Locale },
): Promise<unknown> {
  const code = error instanceof AppError ? error.code : undefined
  if (code !== 'auth.credentials' && code !== 'auth.unverified') return error
  const knewPassword = code === 'auth.unverified'
  const isAlike = await queueRefusedSignIn(deps, { ...asked, knewPassword })
  return isAlike ? new AppError('auth.credentials_or_unverified') : error
}
