import { settings as contract } from '@coffer/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { originFor } from '../../http/origin.ts'
import type { Route } from '../../http/route.ts'
import { isSecure, openidTestCookieName } from '../../http/session-cookie.ts'
import {
  finishOpenidTest,
  openSealed,
  startOpenidTest,
  TEST_SECONDS,
} from './openid-test.service.ts'
import { actorFromRequest, type HttpExchange } from './sessions.routes.ts'

type OpenidDeps = Pick<Deps, 'db' | 'config' | 'secret' | 'transact' | 'now' | 'log' | 'settings'>

const CALLBACK_PATH = '/api/auth/callback/openid'

const cookieOptions = (deps: Pick<Deps, 'config'>) => ({
  path: CALLBACK_PATH,
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: isSecure(deps),
})

export function openidRoutes(route: Route, deps: OpenidDeps): void {
  route(contract.testOpenid, async ({ actor }, { request, reply }) => {
    const redirectUri = `${originFor(deps, request)}${CALLBACK_PATH}`
    const test = await startOpenidTest(deps, actor.userId, redirectUri)
    if (test.cookie !== undefined)
      reply.setCookie(openidTestCookieName(deps), test.cookie, {
        ...cookieOptions(deps),
        maxAge: TEST_SECONDS,
      })
    return { data: test.reply }
  })
}

/**
 * Completes a test sign-in if the callback belongs to one: it has the state of the cookie, and the
 * session of the administrator who started it.
 * @returns the answered reply; undefined if it is an ordinary sign-in
 */
export async function answerOpenidTest(
  deps: OpenidDeps,
  { request, reply }: HttpExchange,
): Promise<FastifyReply | undefined> {
  const test = openSealed(deps, request.cookies[openidTestCookieName(deps)])
  const callback = new URL(request.url, originFor(deps, request))
  if (test === undefined || callback.searchParams.get('state') !== test.state) return undefined
  reply.clearCookie(openidTestCookieName(deps), cookieOptions(deps))
  reply.header('cache-control', 'no-store')
  const isCaller = await isStartedBy(deps, request, test.userId)
  const result = isCaller ? await finishOpenidTest(deps, callback, test) : 'failed'
  return reply.redirect(`/admin/settings/sign-in?openid=${result}`, 302)
}

async function isStartedBy(
  deps: OpenidDeps,
  request: FastifyRequest,
  userId: string,
): Promise<boolean> {
  const actor = await actorFromRequest(deps, request)
  return actor?.userId === userId && actor.role === 'admin'
}
