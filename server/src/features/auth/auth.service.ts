import type { Locale } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { tellOwner } from '../account-alerts/index.ts'
import { noteRefusedSignIn } from '../email-verification/index.ts'
import { rememberAddress } from '../settings/index.ts'
import { isAdministrator } from './sessions.repository.ts'
import { noteLastSignIn } from './sign-ins.repository.ts'

/** Others could say anything: only administrators tell where this server is. */
export async function noteAddress(
  deps: Pick<Deps, 'db' | 'transact' | 'config'>,
  userId: string,
  address: string,
): Promise<void> {
  if (await isAdministrator(deps.db, userId)) await rememberAddress(deps, address)
}

interface SignIn {
  /** Somebody has signed in to this account there before. */
  isKnown: boolean
  device: string
  ip: string
  language: Locale | undefined
}

/** A sign-in on a device that was never seen is told, but for the first of all (ASVS 6.3.5). */
export const noteSignIn = (
  deps: Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId'>,
  userId: string,
  { isKnown, language, ...params }: SignIn,
): Promise<void> =>
  deps.transact(async tx => {
    const at = deps.now().getTime()
    const isFirst = (await noteLastSignIn(tx, userId, { at, language })) === null
    if (!isKnown && !isFirst) await tellOwner(tx, deps, userId, { news: 'new_device', params })
  })

/** For whoever comes in with the making of his account: from the next unknown device on he is told. */
export const noteFirstSignIn = (
  deps: Pick<Deps, 'transact' | 'now'>,
  userId: string,
  language: Locale | undefined,
): Promise<unknown> =>
  deps.transact(tx => noteLastSignIn(tx, userId, { at: deps.now().getTime(), language }))

/** What whoever is refused hears: with proof demanded nobody learns by it whether the password was right. */
export async function refusalOf(
  deps: Parameters<typeof noteRefusedSignIn>[0],
  error: unknown,
  asked: { email: string; language: Locale },
): Promise<unknown> {
  const code = error instanceof AppError ? error.code : undefined
  if (code !== 'auth.credentials' && code !== 'auth.unverified') return error
  const knewPassword = code === 'auth.unverified'
  const isAlike = await noteRefusedSignIn(deps, { ...asked, knewPassword })
  return isAlike ? new AppError('auth.credentials_or_unverified') : error
}
