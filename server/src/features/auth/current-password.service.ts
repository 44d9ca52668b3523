import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { lockPassword } from '../account/index.ts'
import {
  findPasswordByAddress,
  findPasswordByStep,
  findPasswordOf,
  type PasswordInUse,
} from './reauthentication.repository.ts'
import { endSession } from './sessions.service.ts'

/** Whoever tells by his address who he is, or by the second step that is due. */
export const passwordInUse = (
  { db }: Pick<Deps, 'db'>,
  by: { address: string } | { step: string },
): Promise<PasswordInUse | undefined> =>
  'address' in by ? findPasswordByAddress(db, by.address) : findPasswordByStep(db, by.step)

const isCurrent = ({ transact }: Pick<Deps, 'transact'>, used: PasswordInUse) =>
  transact(async tx => {
    await lockPassword(tx, used.userId, 'shared')
    const now = await findPasswordOf(tx, used.userId)
    return now?.hash === used.hash && now.hasTwoFactor === used.hasTwoFactor
  })

interface PasswordCheck {
  /** Before anything was judged. */
  used: PasswordInUse | undefined
  /** Of the session that was begun, if one was. */
  token: string | undefined
  refusal: 'auth.credentials' | 'auth.second_step_expired'
}

/**
 * A sign-in takes the time of Argon2, and a change of the password ends the sessions that it finds: one
 * that was begun just afterwards, by the password from before, is over before its browser hears of it. So
 * is one without a second factor, when that was turned on meanwhile.
 * @throws AppError `refusal`
 */
export async function requireCurrentPassword(
  deps: Pick<Deps, 'transact' | 'db' | 'live'>,
  { used, token, refusal }: PasswordCheck,
): Promise<void> {
  if (used && (await isCurrent(deps, used))) return
  if (token !== undefined) await endSession(deps, token)
  throw new AppError(refusal)
}
