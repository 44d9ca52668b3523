import { auth as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { knownDeviceCookie } from '../../http/known-device.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { byEmail, byIp, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { endFormerSession, findPasswordHash, startSession } from '../auth/index.ts'
import { requireHuman } from '../bot-check/index.ts'
import { requireOpenRegistration, signUp } from './sign-up.service.ts'

type SignUpRoutesDeps = Pick<
  Deps,
  | 'db'
  | 'transact'
  | 'jobs'
  | 'hashPassword'
  | 'now'
  | 'newId'
  | 'config'
  | 'secret'
  | 'live'
  | 'log'
  | 'settings'
>

export function signUpRoutes(route: Route, deps: SignUpRoutesDeps): void {
  route(contract.signUp, async ({ body }, http) => {
    const { request, reply } = http
    const { name, email } = body
    await requireOpenRegistration(deps, body)
    await limitAttempts(deps, [
      byIp('sign-up by ip', request.ip),
      byEmail('sign-up by email', email),
    ])
    await requireHuman(deps, body.recaptcha, 'sign_up')
    const id = await signUp(deps, body, localeOf(request))
    if (id === undefined) return { user: null }
    await endFormerSession(deps, request)
    await startSession(deps, http, id)
    const passwordHash = await findPasswordHash(deps.db, id)
    reply.header('set-cookie', knownDeviceCookie(deps, request, { email, passwordHash }))
    return { user: { id, email, name } }
  })
}
