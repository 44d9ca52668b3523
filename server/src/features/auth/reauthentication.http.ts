import { twoFactor } from '@coffer/contract'
import { RecoveryCode } from '@coffer/contract/reauthentication'
import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { LimitedAttempt } from '../../http/rate-limits.ts'
import type { BetterAuthCalls } from './auth-calls.http.ts'
import {
  type CurrentPassword,
  confirmsByCode,
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
  (deps: Pick<Deps, 'db' | 'now'>, calls: BetterAuthCalls): RequireReauthentication =>
  (actor, http, reauthentication) =>
    calls.withAttemptLimit(attemptLimitsOf(actor), async () => {
      await requirePassword(deps, actor, reauthentication)
      await requireCode(deps, calls, { actor, http, code: reauthentication.code })
    })

interface Identity {
  password?: string | undefined
  code?: string | undefined
}

/** Creates the check for sensitive calls; accounts without a password confirm with their code. */
export function requireIdentity(deps: Pick<Deps, 'db' | 'now'>, calls: BetterAuthCalls) {
  const reauthenticate = requireReauthentication(deps, calls)
  return async (actor: SessionActor, http: HttpExchange, { password, code }: Identity) => {
    if (await confirmsByCode(deps, actor))
      await calls.withAttemptLimit(attemptLimitsOf(actor), () =>
        requireCode(deps, calls, { actor, http, code }),
      )
    else await reauthenticate(actor, http, { password: password ?? '', code })
  }
}

interface CodeCheck {
  actor: SessionActor
  http: HttpExchange
  code: string | undefined
}

/** Verifies a code of the app or a recovery code, if two-factor sign-in is on. */
async function requireCode(
  deps: Pick<Deps, 'db' | 'now'>,
  { callAuth }: BetterAuthCalls,
  { actor, http, code: entered }: CodeCheck,
): Promise<void> {
  const code = await requiredCode(deps, actor, entered)
  if (code === null) return
  if (RecoveryCode.safeParse(code).success) {
    await withEnteredCode(code, () => callAuth(twoFactor.verifyRecoveryCode, http, { code }))
    return
  }
  await callAuth(twoFactor.verifyCode, http, { code })
  await requireFirstUse(deps, actor.userId, code)
}
