import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { ADDRESS_TAKEN } from '../account/index.ts'
import { readSettings, rememberAddress } from '../settings/index.ts'
import { isAddressTaken, isAdministrator } from './sessions.repository.ts'

/** @throws AppError `setup.needed` or `auth.registration_closed` */
export async function requireOpenRegistration({ db }: Pick<Deps, 'db'>): Promise<void> {
  const settings = await readSettings(db)
  if (settings.installed_at === null) throw new AppError('setup.needed')
  if (!settings.registration) throw new AppError('auth.registration_closed')
}

/** Of two sign-ups of one address at once the second only hears that the database refused. */
export async function signUpProblem(
  { db }: Pick<Deps, 'db'>,
  email: string,
  error: unknown,
): Promise<unknown> {
  const isUnexplained = error instanceof AppError && error.code === 'internal'
  if (!isUnexplained || !(await isAddressTaken(db, email))) return error
  return new AppError('auth.address_taken', ADDRESS_TAKEN)
}

/** Others could say anything: only administrators tell where this server is. */
export async function noteAddress(
  deps: Pick<Deps, 'db' | 'transact' | 'config'>,
  userId: string,
  address: string,
): Promise<void> {
  if (await isAdministrator(deps.db, userId)) await rememberAddress(deps, address)
}
