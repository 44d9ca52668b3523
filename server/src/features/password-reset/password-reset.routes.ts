import { passwordReset as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { byIp, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { actorFromRequest } from '../auth/index.ts'
import { requestPasswordReset, resetPassword } from './password-reset.service.ts'

type PasswordResetDeps = Pick<
  Deps,
  | 'db'
  | 'transact'
  | 'jobs'
  | 'hashPassword'
  | 'now'
  | 'newId'
  | 'secret'
  | 'live'
  | 'config'
  | 'settings'
>

export function passwordResetRoutes(route: Route, deps: PasswordResetDeps): void {
  route(contract.requestPasswordReset, async ({ body: { email } }, { request }) => {
    // Not by email: others could use up the owner's attempts. The job limits the emails instead, which only
    // signed-in users may learn.
    const user = await actorFromRequest(deps, request)
    await limitAttempts(deps, [
      byIp('email by ip', request.ip),
      ...(user ? [{ limit: 'password-reset by user', key: user.userId } as const] : []),
    ])
    const language = localeOf(request)
    await requestPasswordReset(deps, { email, language })
    return { status: true as const }
  })

  route(contract.resetPassword, async ({ body }, { request }) => {
    await limitAttempts(deps, [byIp('email-link by ip', request.ip)])
    return resetPassword(deps, body)
  })
}
