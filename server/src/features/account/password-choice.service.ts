import { type Chooser, passwordError } from '@coffer/contract/password-rules'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { readSettings } from '../settings/index.ts'

/** Fetched with the first password that is chosen: many servers run for weeks without one. */
const loadCommon = () => import('./common-passwords.ts')

/**
 * Decisions §2: what guessers try first is nobody's password. The passwords of links are their
 * owner's choice and don't come by here.
 * @throws AppError `request.invalid`, which names the field
 */
export async function requireGoodPassword(
  db: Db,
  { password, ...chooser }: Omit<Chooser, 'app'> & { password: string },
  field: 'password' | 'newPassword' = 'password',
): Promise<void> {
  const { COMMON_PASSWORDS } = await loadCommon()
  const { app_title: app } = await readSettings(db)
  const fault = passwordError(password, { ...chooser, app }, COMMON_PASSWORDS)
  if (fault !== null) throw new AppError('request.invalid', { errors: { [field]: [fault] } })
}
