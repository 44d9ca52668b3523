import { lockUser } from '../../db/lock-user.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import {
  findPasswordState,
  findPasswordStateByEmail,
  findPasswordStateBySecondStep,
  type PasswordState,
} from './reauthentication.repository.ts'
import { endSession } from './sessions.service.ts'

/** Reads the password state of a user by email or by their pending second step. */
export const readPasswordState = (
  { db }: Pick<Deps, 'db'>,
  by: { address: string } | { step: string },
): Promise<PasswordState | undefined> =>
  'address' in by
    ? findPasswordStateByEmail(db, by.address)
    : findPasswordStateBySecondStep(db, by.step)

const isUnchanged = ({ transact }: Pick<Deps, 'transact'>, initialState: PasswordState) =>
  transact(async tx => {
    await lockUser(tx, initialState.userId, 'shared')
    const now = await findPasswordState(tx, initialState.userId)
    return now?.hash === initialState.hash && now.hasTwoFactor === initialState.hasTwoFactor
  })

interface PasswordCheck {
  /** The state before the credentials were checked. */
  initialState: PasswordState | undefined
  /** The token of the new session, if one was created. */
  token: string | undefined
  errorCode: 'auth.credentials' | 'auth.second_step_expired'
}

/**
 * Ends a new session when the password or the two-factor setting changed during the sign-in. Checking
 * a password takes as long as Argon2, and a concurrent change ends only the sessions that exist by then.
 * @throws AppError `errorCode`
 */
export async function requireUnchangedPassword(
  deps: Pick<Deps, 'transact' | 'db' | 'live'>,
  { initialState, token, errorCode }: PasswordCheck,
): Promise<void> {
  if (initialState && (await isUnchanged(deps, initialState))) return
  if (token !== undefined) await endSession(deps, token)
  throw new AppError(errorCode)
}
