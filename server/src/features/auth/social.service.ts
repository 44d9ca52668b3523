import type { Provider } from '@coffer/contract/social'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { readSettings } from '../settings/index.ts'

/** @throws AppError `route.not_found` for a provider without keys, or that an administrator has closed */
export async function requireProvider(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  provider: Provider,
): Promise<void> {
  const settings = await readSettings(db)
  const isOpen = config.social[provider] && settings[`allowed_${provider}_login`]
  if (!isOpen) throw new AppError('route.not_found')
}
