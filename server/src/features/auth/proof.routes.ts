import { twoFactor } from '@coffer/contract'
import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import type { Try } from '../../http/rate-limits.ts'
import type { BetterAuthCalls } from './auth-calls.routes.ts'
import { codeDue, type ProvePassword, requirePassword } from './proof.service.ts'
import type { Exchange } from './sessions.routes.ts'
import { requireFirstUse } from './two-factor.service.ts'

interface Proof {
  password: string
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
    counted(guessesOf(actor), () => requirePassword(deps, actor, password))

export const identityProof =
  (deps: Pick<Deps, 'db' | 'now'>, { ask, counted }: BetterAuthCalls): ProveIdentity =>
  (actor, http, { password, code }) =>
    counted(guessesOf(actor), async () => {
      await requirePassword(deps, actor, password)
      const due = await codeDue(deps, actor, code)
      if (due === null) return
      await ask(twoFactor.verifyCode, http, { code: due })
      await requireFirstUse(deps, actor.userId, due)
    })
