import { social as contract } from '@coffer/contract'
import type { Provider, SocialSignInError } from '@coffer/contract/social'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { csrfCookie, endedCsrfCookie } from '../../http/csrf.ts'
import { knownDeviceCookie } from '../../http/known-device.ts'
import { byAddress, byIp, isWithinLimit, limitTries } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { sessionTokenIn } from '../../http/session-cookie.ts'
import { localeFrom } from '../../lib/translate.ts'
import type { BetterAuthCalls } from './auth-calls.http.ts'
import { authProblem } from './auth-problems.ts'
import { staysLinked } from './linked-accounts.service.ts'
import { type Visit, visits } from './providers/visit.ts'
import { type Exchange, endFormerSession } from './sessions.routes.ts'
import { afterCallback, atSignIn, HOME, signInFor } from './social.rules.ts'
import { answerRefusedVisit, personOf, requireProvider } from './social.service.ts'

const Begun = z.object({ url: z.url() })

export function socialRoutes(
  route: Route,
  deps: Pick<Deps, 'db' | 'transact' | 'jobs' | 'now' | 'config' | 'secret' | 'live'>,
  { answerTo, notifySignIn }: BetterAuthCalls,
): void {
  /** As after a sign-in here: it is told, and the device known from now on. */
  async function welcome(http: Exchange, token: string): Promise<string[]> {
    const person = await personOf(deps, token)
    await notifySignIn(http, person)
    return [csrfCookie(deps, token), knownDeviceCookie(deps, http.request, person.email)]
  }

  /** Whose mailbox hears of it is not flooded by that. */
  async function refusalOf({ request }: Exchange, fault: SocialSignInError, { email }: Visit) {
    if (email === undefined) return fault
    const language = localeFrom(request.headers['accept-language'])
    const mayWrite = await isWithinLimit(deps, [byAddress('letter by address', email)])
    return answerRefusedVisit(deps, fault, { email, language, mayWrite })
  }

  /** What Better Auth says of him; no fault means that he is in, or stands before the second step. */
  async function cameBack(provider: Provider, request: FastifyRequest) {
    const visit: Visit = {}
    const wanted = { method: 'GET', path: request.url }
    const { response, cookies } = await visits.run(visit, () => answerTo(request, wanted))
    const { fault, wish } = afterCallback(response.headers.get('location'))
    const token = sessionTokenIn(deps, cookies)
    if (fault !== null && token === undefined) return { visit, fault, wish, token, cookies }
    const isLinked = await staysLinked(deps, provider, { subject: visit.subject, token })
    if (isLinked) return { visit, fault: null, wish, token, cookies }
    return { visit, fault: 'failed' as const, wish, token, cookies: [] }
  }

  route(contract.socialRedirect, async ({ params: { provider }, query }, { request, reply }) => {
    await requireProvider(deps, provider)
    await limitTries(deps, [byIp('social by ip', request.ip)])
    // None of it comes from the caller but the path on our own server.
    const body = {
      provider,
      callbackURL: query.redirect,
      errorCallbackURL: signInFor(query.redirect),
    }
    const wanted = { method: 'POST', path: '/api/auth/sign-in/social' }
    const call = { ...wanted, body: { ...body, disableRedirect: true } }
    const { response, cookies } = await answerTo(request, call)
    const answer: unknown = await response.json()
    if (!response.ok) throw authProblem(response.status, answer)
    reply.header('set-cookie', cookies)
    reply.header('cache-control', 'no-store')
    return { data: { url: Begun.parse(answer).url } }
  })

  route(contract.socialCallback, async ({ params: { provider } }, http) => {
    const { request, reply } = http
    await requireProvider(deps, provider)
    const { visit, fault, wish, token, cookies } = await cameBack(provider, request)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    reply.header('cache-control', 'no-store')
    if (fault !== null) {
      const social = await refusalOf(http, fault, visit)
      return reply.redirect(atSignIn(wish, { social }), 302) as never
    }
    await endFormerSession(deps, request)
    // Neither refused nor in: with two-factor sign-in the session was taken back until the second step.
    const more = token === undefined ? [endedCsrfCookie(deps)] : await welcome(http, token)
    reply.header('set-cookie', more)
    const where = token === undefined ? atSignIn(wish, { step: 'second' }) : (wish ?? HOME)
    return reply.redirect(where, 302) as never
  })
}
