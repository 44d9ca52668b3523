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
import { readSettings } from '../settings/index.ts'
import { findLiveSession } from './sessions.repository.ts'

/** Reads the user of a session that was just created. */
export async function findSessionUser({ db, now }: Pick<Deps, 'db' | 'now'>, token: string) {
  const session = await findLiveSession(db, token, now())
  if (!session) throw new AppError('internal')
  return findRecipient(db, session.user_id)
}

/** @throws AppError `route.not_found` for a provider without keys, or one that an admin has disabled */
export async function requireProvider(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  provider: Provider,
): Promise<void> {
  const settings = await readSettings(db)
  const isOpen = config.social[provider] && settings[`allowed_${provider}_login`]
  if (!isOpen) throw new AppError('route.not_found')
}

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
    if (!(await readSettings(deps.db)).registration) return 'closed'
    if (!(await requiresVerifiedEmail(deps.db, deps))) return error
  }
  if (mayEmail)
    await (error === 'taken' ? queueUnlinkedSignIn : requestVerification)(deps, emailRequest)
  return 'unverified'
}
