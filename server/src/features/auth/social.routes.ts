import { social as contract } from '@coffer/contract'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { csrfCookie, endedCsrfCookie } from '../../http/csrf.ts'
import { knownDeviceCookie } from '../../http/known-device.ts'
import { byIp, limitTries } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { sessionTokenIn } from '../../http/session-cookie.ts'
import type { BetterAuthCalls } from './auth-calls.routes.ts'
import { authProblem } from './auth-problems.ts'
import { type Exchange, endFormerSession } from './sessions.routes.ts'
import { afterCallback } from './social.rules.ts'
import { personOf, requireProvider } from './social.service.ts'

const Begun = z.object({ url: z.url() })

/** Where the second factor is asked for. */
const SECOND_STEP = '/sign-in?step=second'

export function socialRoutes(
  route: Route,
  deps: Pick<Deps, 'db' | 'transact' | 'now' | 'config' | 'secret' | 'live'>,
  { answerTo, tellSignIn }: BetterAuthCalls,
): void {
  /** As after a sign-in here: it is told, and the device known from now on. */
  async function welcome(http: Exchange, token: string): Promise<string[]> {
    const person = await personOf(deps, token)
    await tellSignIn(http, person)
    return [csrfCookie(deps, token), knownDeviceCookie(deps, http.request, person.email)]
  }

  route(contract.socialRedirect, async ({ params: { provider }, query }, { request, reply }) => {
    await requireProvider(deps, provider)
    await limitTries(deps, [byIp('social by ip', request.ip)])
    // None of it comes from the caller but the path on our own server.
    const body = { provider, callbackURL: query.redirect, errorCallbackURL: '/sign-in' }
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
    const wanted = { method: 'GET', path: request.url }
    const { response, cookies } = await answerTo(request, wanted)
    const token = sessionTokenIn(deps, cookies)
    if (cookies.length > 0) reply.header('set-cookie', cookies)
    reply.header('cache-control', 'no-store')
    const { isRefused, path } = afterCallback(response.headers.get('location'))
    if (isRefused && token === undefined) return reply.redirect(path, 302) as never
    await endFormerSession(deps, request)
    // Neither refused nor in: with two-factor sign-in the session was taken back until the second step.
    const more = token === undefined ? [endedCsrfCookie(deps)] : await welcome(http, token)
    reply.header('set-cookie', more)
    return reply.redirect(token === undefined ? SECOND_STEP : path, 302) as never
  })
}
