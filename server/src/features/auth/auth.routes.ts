import { auth as contract, type Input } from '@coffer/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { endedCsrfCookie } from '../../http/csrf.ts'
import { knownDevice } from '../../http/known-device.ts'
import { byAddress, byIp, type Try } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { sessionTokenIn } from '../../http/session-cookie.ts'
import { localeFrom } from '../../lib/translate.ts'
import { refusalOf } from './auth.service.ts'
import { betterAuthCalls } from './auth-calls.http.ts'
import type { AuthDeps } from './better-auth.ts'
import { passwordInUse, requireCurrentPassword } from './current-password.service.ts'
import { substituteEmail } from './email-substitute.ts'
import { linkedAccountsRoutes } from './linked-accounts.routes.ts'
import { passkeysRoutes } from './passkeys.routes.ts'
import {
  type RequireReauthentication,
  requirePasswordAgain,
  requireReauthentication,
} from './reauthentication.http.ts'
import { type Exchange, endFormerSession, sessionsRoutes } from './sessions.routes.ts'
import { socialRoutes } from './social.routes.ts'
import { twoFactorRoutes } from './two-factor.routes.ts'

const SecondStep = z.object({ twoFactorRedirect: z.literal(true) })

/**
 * What of Better Auth is open to the world: a path that is not bound here is not found.
 * @returns how others make sure who sits there
 */
export function authRoutes(
  app: FastifyInstance,
  route: Route,
  deps: AuthDeps & Pick<Deps, 'live'>,
): RequireReauthentication {
  const calls = betterAuthCalls(deps)
  const { ask, signIn, counted } = calls
  const reauthenticate = requireReauthentication(deps, calls)
  sessionsRoutes(app, route, deps, requirePasswordAgain(deps, calls))
  twoFactorRoutes(route, deps, calls, reauthenticate)
  passkeysRoutes(route, deps, calls, reauthenticate)
  linkedAccountsRoutes(route, deps, reauthenticate)
  socialRoutes(route, deps, calls)

  async function enterByPassword(http: Exchange, form: Input<typeof contract.signIn>['body']) {
    const { email } = form
    const language = localeFrom(http.request.headers['accept-language'])
    try {
      const used = await passwordInUse(deps, { address: email })
      const response = await ask(contract.signIn, http, { ...form, email: substituteEmail(email) })
      const token = sessionTokenIn(deps, response.cookies)
      await requireCurrentPassword(deps, { used, token, refusal: 'auth.credentials' })
      return response
    } catch (error) {
      throw await refusalOf(deps, error, { email, language })
    }
  }

  route(contract.signIn, async ({ body }, http) => {
    const { request } = http
    const device = knownDevice(deps, request, body.email)
    const tries: Try[] = device
      ? [{ what: 'sign-in by device', who: device }]
      : [byIp('sign-in by ip', request.ip), byAddress('sign-in by address', body.email)]
    const response = await counted(tries, () => enterByPassword(http, body))
    if (!SecondStep.safeParse(response.answer).success) return signIn(http, response)
    await endFormerSession(deps, request)
    http.reply.header('set-cookie', [...response.cookies, endedCsrfCookie(deps)])
    return { twoFactorRedirect: true as const }
  })

  return reauthenticate
}
