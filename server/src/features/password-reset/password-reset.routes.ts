import { passwordReset as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { byEmail, byIp, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { localeFrom } from '../../lib/translate.ts'
import { requestPasswordReset, resetPassword } from './password-reset.service.ts'

type PasswordResetDeps = Pick<
  Deps,
  'transact' | 'jobs' | 'hashPassword' | 'now' | 'newId' | 'secret' | 'live'
>

export function passwordResetRoutes(route: Route, deps: PasswordResetDeps): void {
  route(contract.requestPasswordReset, async ({ body: { email } }, { request }) => {
    await limitAttempts(deps, [
      byIp('email by ip', request.ip),
      byEmail('email by recipient', email),
    ])
    const language = localeFrom(request.headers['accept-language'])
    await requestPasswordReset(deps, { email, language })
    return { status: true as const }
  })

  route(contract.resetPassword, async ({ body }, { request }) => {
    await limitAttempts(deps, [byIp('email-link by ip', request.ip)])
    return resetPassword(deps, body)
  })
}
