import { twoFactor } from '@coffer/contract'
import { RecoveryCode } from '@coffer/contract/reauthentication'
import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { Try } from '../../http/rate-limits.ts'
import type { BetterAuthCalls } from './auth-calls.http.ts'
import {
  type CurrentPassword,
  type RequirePassword,
  requiredCode,
  requirePassword,
} from './reauthentication.service.ts'
import { enteringCode } from './recovery-codes.ts'
import type { Exchange } from './sessions.routes.ts'
import { requireFirstUse } from './two-factor.service.ts'

export interface Reauthentication extends CurrentPassword {
  code?: string | undefined
}

/**
 * That it is the person himself who sits there, by all that his sign-in asks for.
 * @throws AppError `request.invalid`, which names the field
 */
export type RequireReauthentication = (
  actor: SessionActor,
  http: Exchange,
  reauthentication: Reauthentication,
) => Promise<void>

/** What proofs and codes are asked for can be guessed at by anybody at this screen. */
export const attemptLimitsOf = ({ userId }: SessionActor): Try[] => [
  { what: 'two-factor by user', who: userId },
]

export const requirePasswordAgain =
  (deps: Pick<Deps, 'db'>, { counted }: BetterAuthCalls): RequirePassword =>
  (actor, password) =>
    counted(attemptLimitsOf(actor), () => requirePassword(deps, actor, { password }))

export const requireReauthentication =
  (deps: Pick<Deps, 'db' | 'now'>, { ask, counted }: BetterAuthCalls): RequireReauthentication =>
  (actor, http, reauthentication) =>
    counted(attemptLimitsOf(actor), async () => {
      await requirePassword(deps, actor, reauthentication)
      const code = await requiredCode(deps, actor, reauthentication.code)
      if (code === null) return
      if (RecoveryCode.safeParse(code).success) {
        await enteringCode(code, () => ask(twoFactor.verifyRecoveryCode, http, { code }))
        return
      }
      await ask(twoFactor.verifyCode, http, { code })
      await requireFirstUse(deps, actor.userId, code)
    })
