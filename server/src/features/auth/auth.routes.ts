import { auth as contract, type Input } from '@coffer/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { endedCsrfCookie } from '../../http/csrf.ts'
import { knownDevice } from '../../http/known-device.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { byEmail, byIp, type LimitedAttempt } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { sessionTokenIn } from '../../http/session-cookie.ts'
import { signInErrorFor } from './auth.service.ts'
import { betterAuthCalls } from './auth-calls.http.ts'
import type { AuthDeps } from './better-auth.ts'
import { readPasswordState, requireUnchangedPassword } from './current-password.service.ts'
import { substituteEmail } from './email-substitute.ts'
import { linkedAccountsRoutes } from './linked-accounts.routes.ts'
import { passkeysRoutes } from './passkeys.routes.ts'
import {
  type RequireReauthentication,
  requirePasswordAgain,
  requireReauthentication,
} from './reauthentication.http.ts'
import { reauthenticationRoutes } from './sensitive-calls.http.ts'
import { endFormerSession, type HttpExchange, sessionsRoutes } from './sessions.routes.ts'
import { socialRoutes } from './social.routes.ts'
import { twoFactorRoutes } from './two-factor.routes.ts'

const SecondStep = z.object({ twoFactorRedirect: z.literal(true) })

/**
 * Registers every route of Better Auth that is public; its other paths answer 404.
 * @returns the reauthentication check for other features
 */
export function authRoutes(
  app: FastifyInstance,
  route: Route,
  deps: AuthDeps & Pick<Deps, 'live'>,
): RequireReauthentication {
  const calls = betterAuthCalls(deps)
  const { callAuth, signIn, withAttemptLimit } = calls
  const reauthenticate = requireReauthentication(deps, calls)
  sessionsRoutes(app, route, deps, requirePasswordAgain(deps, calls))
  twoFactorRoutes(route, deps, calls, reauthenticate)
  passkeysRoutes(route, deps, calls, reauthenticate)
  linkedAccountsRoutes(route, deps, reauthenticate)
  socialRoutes(route, deps, calls)
  reauthenticationRoutes(route, deps, calls)

  async function signInByPassword(
    http: HttpExchange,
    form: Input<typeof contract.signIn>['body'],
    initialState: Awaited<ReturnType<typeof readPasswordState>>,
  ) {
    const { email } = form
    const language = localeOf(http.request)
    try {
      const response = await callAuth(contract.signIn, http, {
        ...form,
        email: substituteEmail(email),
      })
      const token = sessionTokenIn(deps, response.cookies)
      await requireUnchangedPassword(deps, { initialState, token, errorCode: 'auth.credentials' })
      return response
    } catch (error) {
      throw await signInErrorFor(deps, error, { email, language })
    }
  }

  route(contract.signIn, async ({ body }, http) => {
    const { request } = http
    const { email } = body
    // Before the limit: which one applies depends on the device, and its mark on the password.
    const initialState = await readPasswordState(deps, { address: email })
    const passwordHash = initialState?.hash ?? null
    const device = knownDevice(deps, request, { email, passwordHash })
    const attempts: LimitedAttempt[] = device
      ? [{ limit: 'sign-in by device', key: device }]
      : [byIp('sign-in by ip', request.ip), byEmail('sign-in by email', email)]
    const response = await withAttemptLimit(attempts, () =>
      signInByPassword(http, body, initialState),
    )
    if (!SecondStep.safeParse(response.answer).success)
      return signIn(http, response, { action: 'sign_in.password' })
    await endFormerSession(deps, request)
    http.reply.header('set-cookie', [...response.cookies, endedCsrfCookie(deps)])
    return { twoFactorRedirect: true as const }
  })

  return reauthenticate
}
