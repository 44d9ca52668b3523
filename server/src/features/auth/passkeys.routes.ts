import { passkeys as contract, type Endpoint } from '@coffer/contract'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { byIp, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { sessionTokenIn } from '../../http/session-cookie.ts'
import { deviceOf } from '../../lib/devices.ts'
import { readSettings } from '../settings/index.ts'
import type { BetterAuthCalls } from './auth-calls.http.ts'
import { presentPasskey } from './passkeys.presenter.ts'
import { listPasskeys, recordUse, removePasskey, renamePasskey } from './passkeys.service.ts'
import type { RequireReauthentication } from './reauthentication.http.ts'
import { recordRefusedPasskey } from './refused-sign-ins.service.ts'
import type { HttpExchange } from './sessions.routes.ts'

const AnyOptions = z.record(z.string(), z.unknown())
const CreationOptions = z.looseObject({ rp: z.looseObject({}) })
const AddedPasskey = z.object({ id: z.string(), name: z.string().nullish() })
const Assertion = z.object({ id: z.string() })

export function passkeysRoutes(
  route: Route,
  deps: Pick<Deps, 'config' | 'db' | 'now' | 'transact' | 'jobs' | 'newId' | 'live' | 'secret'>,
  { callAuth, signIn, withAttemptLimit }: BetterAuthCalls,
  reauthenticate: RequireReauthentication,
): void {
  /** Starts a challenge, which Better Auth creates on a GET and stores in a cookie. */
  async function begin({ path }: Endpoint, http: HttpExchange): Promise<object> {
    const { cookies, answer } = await callAuth({ method: 'GET', path }, http)
    http.reply.header('set-cookie', cookies)
    return AnyOptions.parse(answer)
  }

  route(contract.listPasskeys, async ({ actor }) => ({
    data: (await listPasskeys(deps, actor)).map(presentPasskey),
  }))

  route(contract.beginAddingPasskey, async ({ actor, body }, http) => {
    await reauthenticate(actor, http, body)
    const options = CreationOptions.parse(await begin(contract.beginAddingPasskey, http))
    const { app_title } = await readSettings(deps.db)
    return { ...options, rp: { ...options.rp, name: app_title } }
  })

  route(contract.addPasskey, async ({ actor, body }, http) => {
    const { answer } = await callAuth(contract.addPasskey, http, body)
    const { id, name } = AddedPasskey.parse(answer)
    const passkey = (await listPasskeys(deps, actor)).find(row => row.id === id)
    if (!passkey) throw new AppError('auth.passkey_not_found')
    if (name) return { data: presentPasskey(passkey) }
    const device = deviceOf(http.request.headers['user-agent']) ?? 'Passkey'
    return { data: presentPasskey(await renamePasskey(deps, actor, { id, name: device })) }
  })

  route(contract.renamePasskey, async ({ actor, body }) => ({
    data: presentPasskey(await renamePasskey(deps, actor, body)),
  }))

  route(contract.removePasskey, async ({ actor, body }, http) => {
    await reauthenticate(actor, http, body)
    await removePasskey(deps, actor, body.id)
    return { status: true as const }
  })

  route(contract.beginPasskeySignIn, async (_, http) => {
    await limitAttempts(deps, [byIp('passkey by ip', http.request.ip)])
    // Better Auth does not request user verification by default.
    return { ...(await begin(contract.beginPasskeySignIn, http)), userVerification: 'required' }
  })

  route(contract.signInByPasskey, async ({ body }, http) => {
    const attempts = [byIp('second-step by ip', http.request.ip)]
    const credentialId = Assertion.safeParse(body.response).data?.id ?? ''
    const response = await withAttemptLimit(attempts, () =>
      callAuth(contract.signInByPasskey, http, body).catch(async error => {
        if (error instanceof AppError) await recordRefusedPasskey(deps, credentialId)
        throw error
      }),
    )
    await recordUse(deps, { credentialId, token: sessionTokenIn(deps, response.cookies) ?? '' })
    return signIn(http, response, { action: 'sign_in.passkey' })
  })
}
