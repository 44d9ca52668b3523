import { twoFactor } from '@coffer/contract'
import { RecoveryCode } from '@coffer/contract/reauthentication'
import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { LimitedAttempt } from '../../http/rate-limits.ts'
import type { BetterAuthCalls } from './auth-calls.http.ts'
import {
  type CurrentPassword,
  type RequirePassword,
  requiredCode,
  requirePassword,
} from './reauthentication.service.ts'
import { withEnteredCode } from './recovery-codes.ts'
import type { HttpExchange } from './sessions.routes.ts'
import { requireFirstUse } from './two-factor.service.ts'

export interface Reauthentication extends CurrentPassword {
  code?: string | undefined
}

/**
 * Verifies the user by password and, while two-factor sign-in is on, by code.
 * @throws AppError `request.invalid`, which names the field
 */
export type RequireReauthentication = (
  actor: SessionActor,
  http: HttpExchange,
  reauthentication: Reauthentication,
) => Promise<void>

/** Limits guesses at passwords and codes in an open session. */
export const attemptLimitsOf = ({ userId }: SessionActor): LimitedAttempt[] => [
  { limit: 'two-factor by user', key: userId },
]

/** Creates the check that requires only the password, even with two-factor sign-in on. */
export const requirePasswordAgain =
  (deps: Pick<Deps, 'db'>, { withAttemptLimit }: BetterAuthCalls): RequirePassword =>
  (actor, password) =>
    withAttemptLimit(attemptLimitsOf(actor), () => requirePassword(deps, actor, { password }))

/** Creates the check that requires the password and, with two-factor sign-in on, a code. */
export const requireReauthentication =
  (
    deps: Pick<Deps, 'db' | 'now'>,
    { callAuth, withAttemptLimit }: BetterAuthCalls,
  ): RequireReauthentication =>
  (actor, http, reauthentication) =>
    withAttemptLimit(attemptLimitsOf(actor), async () => {
      await requirePassword(deps, actor, reauthentication)
      const code = await requiredCode(deps, actor, reauthentication.code)
      if (code === null) return
      if (RecoveryCode.safeParse(code).success) {
        await withEnteredCode(code, () => callAuth(twoFactor.verifyRecoveryCode, http, { code }))
        return
      }
      await callAuth(twoFactor.verifyCode, http, { code })
      await requireFirstUse(deps, actor.userId, code)
    })
