import type { Provider, SocialSignInError } from '@coffer/contract/social'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import {
  type EmailRequest,
  findRecipient,
  queueUnlinkedSignIn,
  requestVerification,
  requiresVerifiedEmail,
} from '../email-verification/index.ts'
import { mayRegister, readOpenidClient, readSettings, readSocialKeys } from '../settings/index.ts'
import { loadProtocol } from './providers/openid.ts'
import { findLiveSession } from './sessions.repository.ts'

/** Reads the user of a session that was just created. */
export async function findSessionUser({ db, now }: Pick<Deps, 'db' | 'now'>, token: string) {
  const session = await findLiveSession(db, token, now())
  if (!session) throw new AppError('internal')
  return findRecipient(db, session.user_id)
}

/** @throws AppError `route.not_found` for a provider without keys, or one that an admin has disabled */
export async function requireProvider(
  deps: Pick<Deps, 'db' | 'config' | 'secret'>,
  provider: Provider,
): Promise<void> {
  const settings = await readSettings(deps.db)
  const keys =
    provider === 'openid' ? await readOpenidClient(deps) : await readSocialKeys(deps, provider)
  const isOpen = settings[`allowed_${provider}_login`] && keys
  if (!isOpen) throw new AppError('route.not_found')
}

/** @throws AppError `auth.provider_unavailable` when the OpenID Connect provider does not answer */
export async function requireReachableProvider(
  deps: Pick<Deps, 'db' | 'config' | 'secret'>,
): Promise<void> {
  const client = await readOpenidClient(deps)
  if (!client) return
  const { discoverOnce } = await loadProtocol()
  await discoverOnce(client).catch((cause: unknown) => {
    throw new AppError('auth.provider_unavailable', { cause })
  })
}

/** Whether a first sign-in with a provider creates an account, where registration allows it. */
export const mayCreateBy = async ({ db }: Pick<Deps, 'db'>, provider: Provider): Promise<boolean> =>
  provider !== 'openid' || (await readSettings(db)).openid_creates_accounts

/**
 * Chooses the error of a refused social sign-in. Where verified emails are required, new and known
 * emails get the same error, and an email to the address explains the next step (ACC-7).
 */
export async function resolveSocialError(
  deps: Pick<Deps, 'db' | 'config' | 'transact' | 'jobs'>,
  error: SocialSignInError,
  { mayEmail, ...emailRequest }: EmailRequest & { mayEmail: boolean },
): Promise<SocialSignInError> {
  if (error !== 'taken' && error !== 'unverified') return error
  if (error === 'taken') {
    if (!mayRegister(await readSettings(deps.db), emailRequest.email)) return 'closed'
    if (!(await requiresVerifiedEmail(deps.db, deps))) return error
  }
  if (mayEmail)
    await (error === 'taken' ? queueUnlinkedSignIn : requestVerification)(deps, emailRequest)
  return 'unverified'
}
