import { reauthentication as contract, type Endpoint } from '@coffer/contract'
import { type Actors, isSessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Route } from '../../http/route.ts'
import type { BetterAuthCalls } from './auth-calls.http.ts'
import { requireIdentity } from './reauthentication.http.ts'
import {
  recordReauthentication,
  recordRefusedReauthentication,
} from './reauthentication.service.ts'
import { isRecentlyAuthenticated } from './sessions.rules.ts'

/**
 * Creates the check that a sensitive call comes from a session whose user signed in or
 * reauthenticated recently, so that an unattended admin page cannot be used for it.
 * @throws AppError `auth.reauthentication_required`
 */
export const requireRecentAuthentication =
  ({ now }: Pick<Deps, 'now'>) =>
  ({ isSensitive }: Endpoint, actor: Actors[keyof Actors]): void => {
    if (!isSensitive || !isSessionActor(actor)) return
    if (isRecentlyAuthenticated(actor.authenticatedAt, now())) return
    throw new AppError('auth.reauthentication_required')
  }

const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'request.invalid'

export function reauthenticationRoutes(
  route: Route,
  deps: Pick<Deps, 'db' | 'transact' | 'now'>,
  calls: BetterAuthCalls,
): void {
  const confirm = requireIdentity(deps, calls)
  route(contract.reauthenticate, async ({ actor, body }, http) => {
    if (!isSessionActor(actor)) throw new AppError('token.session_only')
    try {
      await confirm(actor, http, body)
    } catch (error) {
      if (isRefusal(error)) await recordRefusedReauthentication(deps, actor)
      throw error
    }
    await recordReauthentication(deps, actor)
    return undefined
  })
}
