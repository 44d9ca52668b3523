import { emailVerification as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { byEmail, byIp, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { requestVerification, verify } from './email-verification.service.ts'

type EmailVerificationDeps = Pick<Deps, 'transact' | 'jobs' | 'now' | 'newId' | 'secret'>

export function emailVerificationRoutes(route: Route, deps: EmailVerificationDeps): void {
  route(contract.sendVerificationEmail, async ({ body: { email } }, { request }) => {
    await limitAttempts(deps, [
      byIp('email by ip', request.ip),
      byEmail('verification by email', email),
    ])
    const language = localeOf(request)
    await requestVerification(deps, { email, language })
    return { status: true as const }
  })

  route(contract.verifyEmail, async ({ body: { token } }, { request }) => {
    await limitAttempts(deps, [byIp('email-link by ip', request.ip)])
    return verify(deps, token)
  })
}
