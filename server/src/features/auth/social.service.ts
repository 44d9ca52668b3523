import type { Provider } from '@coffer/contract/social'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { findAddressee } from '../addresses/index.ts'
import { readSettings } from '../settings/index.ts'
import { findLiveSession } from './sessions.repository.ts'

/** Whose session it is that was just begun. */
export async function personOf({ db, now }: Pick<Deps, 'db' | 'now'>, token: string) {
  const session = await findLiveSession(db, token, now())
  if (!session) throw new AppError('internal')
  return findAddressee(db, session.user_id)
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
