import { passwordReset as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { byIp, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { localeFrom } from '../../lib/translate.ts'
import { requestPasswordReset, resetPassword } from './password-reset.service.ts'

type PasswordResetDeps = Pick<
  Deps,
  'transact' | 'jobs' | 'hashPassword' | 'now' | 'newId' | 'secret' | 'live'
>

export function passwordResetRoutes(route: Route, deps: PasswordResetDeps): void {
  route(contract.requestPasswordReset, async ({ body: { email } }, { request }) => {
    // Not by email: others could use up the owner's attempts. The job limits the emails instead.
    await limitAttempts(deps, [byIp('email by ip', request.ip)])
    const language = localeFrom(request.headers['accept-language'])
    await requestPasswordReset(deps, { email, language })
    return { status: true as const }
  })

  route(contract.resetPassword, async ({ body }, { request }) => {
    await limitAttempts(deps, [byIp('email-link by ip', request.ip)])
    return resetPassword(deps, body)
  })
}
