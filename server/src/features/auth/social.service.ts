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

/** Whose session it is that was just begun. */
export async function personOf({ db, now }: Pick<Deps, 'db' | 'now'>, token: string) {
  const session = await findLiveSession(db, token, now())
  if (!session) throw new AppError('internal')
  return findRecipient(db, session.user_id)
}

/** @throws AppError `route.not_found` for a provider without keys, or that an administrator has closed */
export async function requireProvider(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  provider: Provider,
): Promise<void> {
  const settings = await readSettings(db)
  const isOpen = config.social[provider] && settings[`allowed_${provider}_login`]
  if (!isOpen) throw new AppError('route.not_found')
}

/**
 * What whoever did not get in is told. With proof demanded it is the same for an address that is new here
 * and for one that has an account: how to go on stands in a letter to that address.
 */
export async function answerRefusedVisit(
  deps: Pick<Deps, 'db' | 'config' | 'transact' | 'jobs'>,
  fault: SocialSignInError,
  { mayWrite, ...asked }: EmailRequest & { mayWrite: boolean },
): Promise<SocialSignInError> {
  if (fault !== 'taken' && fault !== 'unverified') return fault
  if (fault === 'taken') {
    if (!(await readSettings(deps.db)).registration) return 'closed'
    if (!(await requiresVerifiedEmail(deps.db, deps))) return fault
  }
  if (mayWrite) await (fault === 'taken' ? queueUnlinkedSignIn : requestVerification)(deps, asked)
  return 'unverified'
}
