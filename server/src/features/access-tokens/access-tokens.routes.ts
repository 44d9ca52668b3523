import { accessTokens as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import type { RequireReauthentication } from '../auth/index.ts'
import { presentToken } from './access-tokens.presenter.ts'
import { createToken, listTokens, revokeToken } from './access-tokens.service.ts'

export function accessTokensRoutes(
  route: Route,
  deps: Deps,
  reauthenticate: RequireReauthentication,
): void {
  route(contract.listAccessTokens, async ({ actor }) => {
    const rows = await listTokens(deps, actor)
    return { data: rows.map(row => presentToken(row, deps.now())) }
  })

  route(contract.createAccessToken, async ({ actor, body }, http) => {
    const { password, code, ...options } = body
    await reauthenticate(actor, http, { password, code })
    const { row, token } = await createToken(deps, actor, options)
    return { data: presentToken(row, deps.now()), token }
  })

  route(contract.revokeAccessToken, async ({ actor, params }) => {
    await revokeToken(deps, actor, params.id)
    return undefined
  })
}
