import { social as contract, settings as settingsContract } from '@coffer/contract'
import { PROVIDER_NAMES, type Provider, type SocialSignInError } from '@coffer/contract/social'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { csrfCookie, endedCsrfCookie } from '../../http/csrf.ts'
import { knownDeviceCookie } from '../../http/known-device.ts'
import { originFor } from '../../http/origin.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { byEmail, byIp, isWithinLimit, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { sessionTokenIn } from '../../http/session-cookie.ts'
import type { BetterAuthCalls } from './auth-calls.http.ts'
import { authProblem } from './auth-problems.ts'
import { endSessionUnlessLinked } from './linked-accounts.service.ts'
import { answerOpenidTest, openidRoutes } from './openid.routes.ts'
import { applyRoleClaim } from './openid-role.service.ts'
import { identityStorage, type ProviderIdentity } from './providers/provider-identity.ts'
import { queueRefusedSignIn } from './refused-sign-ins.service.ts'
import { endFormerSession, type HttpExchange } from './sessions.routes.ts'
import { afterCallback, DEFAULT_PATH, signInPath, signInPathWith } from './social.rules.ts'
import {
  findSessionUser,
  mayCreateBy,
  requireProvider,
  requireReachableProvider,
  resolveSocialError,
} from './social.service.ts'
import { testSocialLogin } from './social-test.service.ts'

const RedirectAnswer = z.object({ url: z.url() })

export function socialRoutes(
  route: Route,
  deps: Pick<
    Deps,
    'db' | 'transact' | 'jobs' | 'now' | 'config' | 'secret' | 'live' | 'settings' | 'log'
  >,
  { forward, notifySignIn }: BetterAuthCalls,
): void {
  /** Notifies the user as after any sign-in. @returns the cookies, one of which marks the device known */
  async function completeSignIn(
    http: HttpExchange,
    token: string,
    provider: Provider,
  ): Promise<string[]> {
    const user = await findSessionUser(deps, token)
    const details = { service: PROVIDER_NAMES[provider] }
    const passwordHash = await notifySignIn(http, user, { action: 'sign_in.social', details })
    return [
      csrfCookie(deps, token),
      knownDeviceCookie(deps, http.request, { email: user.email, passwordHash }),
    ]
  }

  /** Chooses the error to show; emails about refused sign-ins are limited per address. */
  async function socialErrorFor(
    { request }: HttpExchange,
    error: SocialSignInError,
    { email }: ProviderIdentity,
  ) {
    if (email === undefined) return error
    const language = localeOf(request)
    const mayEmail = await isWithinLimit(deps, [byEmail('social by email', email)])
    return resolveSocialError(deps, error, { email, language, mayEmail })
  }

  /** Evaluates the callback; without an error the user is signed in or at the second step. */
  async function handleCallback(provider: Provider, request: FastifyRequest) {
    const identity: ProviderIdentity = { mayCreate: await mayCreateBy(deps, provider) }
    const target = { method: 'GET', path: request.url }
    const { response, cookies } = await identityStorage.run(identity, () =>
      forward(request, target),
    )
    const { error, returnPath } = afterCallback(response.headers.get('location'))
    const token = sessionTokenIn(deps, cookies)
    if (error !== null && token === undefined)
      return { identity, error, returnPath, token, cookies }
    const isLinked = await endSessionUnlessLinked(deps, provider, {
      subject: identity.subject,
      token,
    })
    if (isLinked) await applyRoleClaim(deps, identity)
    if (isLinked) return { identity, error: null, returnPath, token, cookies }
    return { identity, error: 'failed' as const, returnPath, token, cookies: [] }
  }

  route(contract.socialRedirect, async ({ params: { provider }, query }, { request, reply }) => {
    await requireProvider(deps, provider)
    await limitAttempts(deps, [byIp('social by ip', request.ip)])
    if (provider === 'openid') await requireReachableProvider(deps)
    // Only the path on our own server comes from the caller.
    const body = {
      provider,
      callbackURL: query.redirect,
      errorCallbackURL: signInPath(query.redirect),
    }
    const target = { method: 'POST', path: '/api/auth/sign-in/social' }
    const call = { ...target, body: { ...body, disableRedirect: true } }
    const { response, cookies } = await forward(request, call)
    const answer: unknown = await response.json()
    if (!response.ok) throw authProblem(response.status, answer)
    reply.header('set-cookie', cookies)
    reply.header('cache-control', 'no-store')
    return { data: { url: RedirectAnswer.parse(answer).url } }
  })

  openidRoutes(route, deps)
  route(settingsContract.testSocialLogin, async ({ body }, { request }) => {
    const callback = contract.socialCallback.path.replace(':provider', body.provider)
    return { data: await testSocialLogin(deps, body, originFor(deps, request) + callback) }
  })

  /** Signs in by the callback of a provider, or goes back to the sign-in page with the reason. */
  async function answerCallback(provider: Provider, http: HttpExchange) {
    const { request, reply } = http
    const { identity, error, returnPath, token, cookies } = await handleCallback(provider, request)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    reply.header('cache-control', 'no-store')
    if (error !== null) {
      if (identity.email !== undefined)
        await queueRefusedSignIn(deps, identity.email, PROVIDER_NAMES[provider])
      const social = await socialErrorFor(http, error, identity)
      return reply.redirect(signInPathWith(returnPath, { social }), 302)
    }
    await endFormerSession(deps, request)
    // Without error and token, two-factor sign-in withholds the session until the second step.
    const sessionCookies =
      token === undefined ? [endedCsrfCookie(deps)] : await completeSignIn(http, token, provider)
    reply.header('set-cookie', sessionCookies)
    const destination =
      token === undefined
        ? signInPathWith(returnPath, { step: 'second' })
        : (returnPath ?? DEFAULT_PATH)
    return reply.redirect(destination, 302)
  }

  route(contract.socialCallback, async ({ params: { provider } }, http) => {
    const tested = provider === 'openid' ? await answerOpenidTest(deps, http) : undefined
    if (tested) return tested
    await requireProvider(deps, provider)
    return answerCallback(provider, http)
  })
}
