import { signIn, signOut, signUp } from '@coffer/contract/auth'
import type { Request } from '@coffer/contract/endpoint'
import { api } from '../../lib/api.ts'
import { enterSession, markSignedOut } from '../../lib/session.ts'

/** Signs in. @returns false when a second factor is required */
export async function openSession(body: Request<typeof signIn>['body']): Promise<boolean> {
  const { twoFactorRedirect } = await api(signIn, { body })
  if (twoFactorRedirect) return false
  await enterSession()
  return true
}

/** Signs up. @returns false when the email has to be verified first */
export async function createAccount(body: Request<typeof signUp>['body']): Promise<boolean> {
  const { user } = await api(signUp, { body })
  if (user) await enterSession()
  return user !== null
}

export async function endSession(): Promise<void> {
  await api(signOut, {})
  markSignedOut()
}
