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
import { readEffectiveSettings, readSettings } from '../settings/index.ts'
import type { SignInMethod } from './auth.service.ts'
import type { BetterAuthCalls } from './auth-calls.http.ts'
import { readPasswordState, requireUnchangedPassword } from './current-password.service.ts'
import {
  attemptLimitsOf,
  type Reauthentication,
  type RequireReauthentication,
} from './reauthentication.http.ts'
import { passwordHashOf } from './reauthentication.service.ts'
import { withEnteredCode } from './recovery-codes.ts'
import { recordRefusedSecondStep } from './refused-sign-ins.service.ts'
import { actorFromRequest, type HttpExchange } from './sessions.routes.ts'
import { endSessionsExcept } from './sessions.service.ts'
import { recoveryCodesLeft, requireFirstUse, requireUnused } from './two-factor.service.ts'

type TwoFactorDeps = Pick<
  Deps,
  'config' | 'db' | 'transact' | 'live' | 'now' | 'secret' | 'settings'
>

const SetupAnswer = z.object({ totpURI: z.url(), backupCodes: z.array(z.string()) })
const CodesAnswer = SetupAnswer.pick({ backupCodes: true })
const withCode = (factor: 'app' | 'recovery_code'): SignInMethod => ({
  action: 'sign_in.second_factor',
  details: { factor },
})

const isWrongCode = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'request.invalid'

const SignedInUser = z.object({ user: z.object({ id: z.string() }) })

export function twoFactorRoutes(
  route: Route,
  deps: TwoFactorDeps,
  { callAuth, setSession, signIn, withAttemptLimit }: BetterAuthCalls,
  reauthenticate: RequireReauthentication,
): void {
  const callWithLimit = (
    actor: SessionActor,
    endpoint: Endpoint,
    http: HttpExchange,
    body: object,
  ) => withAttemptLimit(attemptLimitsOf(actor), () => callAuth(endpoint, http, body))

  route(contract.enableTwoFactor, async ({ actor, body }, http) => {
    // Better Auth would report a wrong password for an account without one.
    await passwordHashOf(deps, actor)
    const { app_title } = await readSettings(deps.db)
    // Authenticator apps cut the issuer at the first colon.
    const setup = { ...body, issuer: app_title.replaceAll(':', '') }
    const { answer } = await callWithLimit(actor, contract.enableTwoFactor, http, setup)
    const { totpURI, backupCodes } = SetupAnswer.parse(answer)
    const secret = new URL(totpURI).searchParams.get('secret') ?? ''
    return { totpURI, secret, qr_code: renderSVG(totpURI, { border: 2 }), backupCodes }
  })

  /** Turns two-factor sign-in on and ends the sessions that were created without a second factor. */
  async function confirm(actor: SessionActor, http: HttpExchange, body: { code: string }) {
    const response = await callWithLimit(actor, contract.verifyCode, http, body)
    await requireFirstUse(deps, actor.userId, body.code)
    const token = sessionTokenIn(deps, response.cookies)
    // No new session: two-factor sign-in was already on.
    if (token === undefined) return contract.verifyCode.response.parse(response.answer)
    await endSessionsExcept(deps, actor.userId, token)
    return setSession(http, response, await passwordHashOf(deps, actor))
  }

  async function verifySecondStep(endpoint: Endpoint, http: HttpExchange, body: { code: string }) {
    const attempts = [byIp('second-step by ip', http.request.ip)]
    const step = secondStepOf(deps, http.request) ?? ''
    const initialState = await readPasswordState(deps, { step })
    const response = await withAttemptLimit(attempts, () => callAuth(endpoint, http, body)).catch(
      async error => {
        if (initialState && isWrongCode(error))
          await recordRefusedSecondStep(deps, initialState.userId)
        throw error
      },
    )
    const token = sessionTokenIn(deps, response.cookies)
    await requireUnchangedPassword(deps, {
      initialState,
      token,
      errorCode: 'auth.second_step_expired',
    })
    return response
  }

  route(contract.verifyCode, async ({ body }, http) => {
    const actor = await actorFromRequest(deps, http.request)
    if (actor) return confirm(actor, http, body)
    const response = await verifySecondStep(contract.verifyCode, http, body)
    const token = sessionTokenIn(deps, response.cookies) ?? ''
    await requireUnused(
      deps,
      { userId: SignedInUser.parse(response.answer).user.id, token },
      body.code,
    )
    return signIn(http, response, withCode('app'))
  })

  route(contract.verifyRecoveryCode, async ({ body }, http) => {
    // Better Auth would consume the code of a caller who is already signed in.
    if (await actorFromRequest(deps, http.request)) throw new AppError('auth.second_step_expired')
    const verify = () => verifySecondStep(contract.verifyRecoveryCode, http, body)
    return signIn(http, await withEnteredCode(body.code, verify), withCode('recovery_code'))
  })

  /** Reauthenticates with password and code, because Better Auth requires only the password. */
  async function callReauthenticated(
    actor: SessionActor,
    endpoint: Endpoint,
    http: HttpExchange,
    reauthentication: Reauthentication,
  ) {
    await reauthenticate(actor, http, reauthentication)
    return callAuth(endpoint, http, { password: reauthentication.password })
  }

  route(contract.countRecoveryCodes, async ({ actor }) => ({
    data: { left: await recoveryCodesLeft(deps, actor) },
  }))

  route(contract.renewRecoveryCodes, async ({ actor, body }, http) =>
    CodesAnswer.parse(
      (await callReauthenticated(actor, contract.renewRecoveryCodes, http, body)).answer,
    ),
  )

  route(contract.disableTwoFactor, async ({ actor, body }, http) => {
    const { two_factor_required } = await readEffectiveSettings(deps.db, deps)
    if (two_factor_required) throw new AppError('auth.two_factor_required')
    const { cookies } = await callReauthenticated(actor, contract.disableTwoFactor, http, body)
    const token = sessionTokenIn(deps, cookies)
    if (token) http.reply.header('set-cookie', [...cookies, csrfCookie(deps, token)])
    deps.live.revalidate(actor.userId)
    return { status: true as const }
  })
}
