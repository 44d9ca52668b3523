import { type Chooser, passwordError } from '@coffer/contract/password-rules'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { readSettings } from '../settings/index.ts'

/** Loaded on first use: the list is large and rarely needed. */
const loadCommon = () => import('./common-passwords.ts')

/**
 * Rejects account passwords that are common or made of the user's own words. Passwords of shares are
 * not checked.
 * @throws AppError `request.invalid` with the field
 */
export async function requireGoodPassword(
  db: Db,
  { password, ...chooser }: Omit<Chooser, 'app'> & { password: string },
  field: 'password' | 'newPassword' = 'password',
): Promise<void> {
  const { COMMON_PASSWORDS } = await loadCommon()
  const { app_title: app } = await readSettings(db)
  const error = passwordError(password, { ...chooser, app }, COMMON_PASSWORDS)
  if (error !== null) throw new AppError('request.invalid', { errors: { [field]: [error] } })
}
