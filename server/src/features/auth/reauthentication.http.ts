import { twoFactor } from '@coffer/contract'
import { RecoveryCode } from '@coffer/contract/reauthentication'
import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { Try } from '../../http/rate-limits.ts'
import type { BetterAuthCalls } from './auth-calls.http.ts'
import {
  codeDue,
  type GivenPassword,
  type ProvePassword,
  requirePassword,
} from './reauthentication.service.ts'
import { enteringCode } from './recovery-codes.ts'
import type { Exchange } from './sessions.routes.ts'
import { requireFirstUse } from './two-factor.service.ts'

export interface Proof extends GivenPassword {
  code?: string | undefined
}

/**
 * That it is the person himself who sits there, by all that his sign-in asks for.
 * @throws AppError `request.invalid`, which names the field
 */
export type ProveIdentity = (actor: SessionActor, http: Exchange, proof: Proof) => Promise<void>

/** What proofs and codes are asked for can be guessed at by anybody at this screen. */
export const guessesOf = ({ userId }: SessionActor): Try[] => [
  { what: 'two-factor by user', who: userId },
]

export const passwordProof =
  (deps: Pick<Deps, 'db'>, { counted }: BetterAuthCalls): ProvePassword =>
  (actor, password) =>
    counted(guessesOf(actor), () => requirePassword(deps, actor, { password }))

export const identityProof =
  (deps: Pick<Deps, 'db' | 'now'>, { ask, counted }: BetterAuthCalls): ProveIdentity =>
  (actor, http, proof) =>
    counted(guessesOf(actor), async () => {
      await requirePassword(deps, actor, proof)
      const code = await codeDue(deps, actor, proof.code)
      if (code === null) return
      if (RecoveryCode.safeParse(code).success) {
        await enteringCode(code, () => ask(twoFactor.verifyRecoveryCode, http, { code }))
        return
      }
      await ask(twoFactor.verifyCode, http, { code })
      await requireFirstUse(deps, actor.userId, code)
    })
