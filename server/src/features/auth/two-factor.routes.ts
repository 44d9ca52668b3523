import { twoFactor as contract, type Endpoint } from '@coffer/contract'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { SessionActor } from '../../actor.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { csrfCookie } from '../../http/csrf.ts'
import { byIp } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { secondStepOf, sessionTokenIn } from '../../http/session-cookie.ts'
import { readSettings } from '../settings/index.ts'
import type { BetterAuthCalls } from './auth-calls.http.ts'
import { passwordInUse, requireCurrentPassword } from './current-password.service.ts'
import {
  attemptLimitsOf,
  type Reauthentication,
  type RequireReauthentication,
} from './reauthentication.http.ts'
import { passwordHashOf } from './reauthentication.service.ts'
import { enteringCode } from './recovery-codes.ts'
import { actorFromRequest, type Exchange } from './sessions.routes.ts'
import { endSessionsBut } from './sessions.service.ts'
import { recoveryCodesLeft, requireUnused } from './two-factor.service.ts'

type TwoFactorDeps = Pick<Deps, 'config' | 'db' | 'transact' | 'live' | 'now' | 'secret'>

const SetUp = z.object({ totpURI: z.url(), backupCodes: z.array(z.string()) })
const Codes = SetUp.pick({ backupCodes: true })
const Entered = z.object({ user: z.object({ id: z.string() }) })

export function twoFactorRoutes(
  route: Route,
  deps: TwoFactorDeps,
  { ask, enter, signIn, counted }: BetterAuthCalls,
  reauthenticate: RequireReauthentication,
): void {
  const guarded = (actor: SessionActor, endpoint: Endpoint, http: Exchange, body: object) =>
    counted(attemptLimitsOf(actor), () => ask(endpoint, http, body))

  route(contract.enableTwoFactor, async ({ actor, body }, http) => {
    // To Better Auth every password of an account without one is a wrong one.
    await passwordHashOf(deps, actor)
    const { app_title } = await readSettings(deps.db)
    // In the app's list the name ends at the first colon.
    const named = { ...body, issuer: app_title.replaceAll(':', '') }
    const { answer } = await guarded(actor, contract.enableTwoFactor, http, named)
    const { totpURI, backupCodes } = SetUp.parse(answer)
    const secret = new URL(totpURI).searchParams.get('secret') ?? ''
    return { totpURI, secret, qr_code: renderSVG(totpURI, { border: 2 }), backupCodes }
  })

  /** With a session: those that came in without a second factor are over, on every device. */
  async function confirm(actor: SessionActor, http: Exchange, body: { code: string }) {
    const response = await guarded(actor, contract.verifyCode, http, body)
    const token = sessionTokenIn(deps, response.cookies)
    // It was on already: nothing has changed.
    if (token === undefined) return contract.verifyCode.response.parse(response.answer)
    await endSessionsBut(deps, actor.userId, token)
    return enter(http, response)
  }

  async function secondStep(endpoint: Endpoint, http: Exchange, body: { code: string }) {
    const tries = [byIp('second-step by ip', http.request.ip)]
    const step = secondStepOf(deps, http.request) ?? ''
    const used = await passwordInUse(deps, { step })
    const response = await counted(tries, () => ask(endpoint, http, body))
    const token = sessionTokenIn(deps, response.cookies)
    await requireCurrentPassword(deps, { used, token, refusal: 'auth.second_step_expired' })
    return response
  }

  route(contract.verifyCode, async ({ body }, http) => {
    const actor = await actorFromRequest(deps, http.request)
    if (actor) return confirm(actor, http, body)
    const response = await secondStep(contract.verifyCode, http, body)
    const token = sessionTokenIn(deps, response.cookies) ?? ''
    await requireUnused(deps, { userId: Entered.parse(response.answer).user.id, token }, body.code)
    return signIn(http, response)
  })

  route(contract.verifyRecoveryCode, async ({ body }, http) => {
    // Better Auth would use the code up for whoever is in already.
    if (await actorFromRequest(deps, http.request)) throw new AppError('auth.second_step_expired')
    const verify = () => secondStep(contract.verifyRecoveryCode, http, body)
    return signIn(http, await enteringCode(body.code, verify))
  })

  /** Better Auth asks for the password alone. */
  async function reauthenticated(
    actor: SessionActor,
    endpoint: Endpoint,
    http: Exchange,
    reauthentication: Reauthentication,
  ) {
    await reauthenticate(actor, http, reauthentication)
    return ask(endpoint, http, { password: reauthentication.password })
  }

  route(contract.countRecoveryCodes, async ({ actor }) => ({
    data: { left: await recoveryCodesLeft(deps, actor) },
  }))

  route(contract.renewRecoveryCodes, async ({ actor, body }, http) =>
    Codes.parse((await reauthenticated(actor, contract.renewRecoveryCodes, http, body)).answer),
  )

  route(contract.disableTwoFactor, async ({ actor, body }, http) => {
    if (deps.config.requiresTwoFactor) throw new AppError('auth.two_factor_required')
    const { cookies } = await reauthenticated(actor, contract.disableTwoFactor, http, body)
    const token = sessionTokenIn(deps, cookies)
    if (token) http.reply.header('set-cookie', [...cookies, csrfCookie(deps, token)])
    deps.live.revalidate(actor.userId)
    return { status: true as const }
  })
}
