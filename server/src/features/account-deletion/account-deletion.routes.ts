import { leaving as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { endSessionCookies, type ProveIdentity } from '../auth/index.ts'
import { getLeaving, removeAccount, requireOwnAddress } from './account-deletion.service.ts'

export function leavingRoutes(route: Route, deps: Deps, prove: ProveIdentity): void {
  route(contract.getLeaving, async ({ actor }) => ({ data: await getLeaving(deps, actor) }))

  route(contract.deleteAccount, async ({ actor, body }, http) => {
    const { email, password, code } = body
    await requireOwnAddress(deps, actor, email)
    await prove(actor, http, { password, code })
    await removeAccount(deps, actor.userId, { by: actor })
    endSessionCookies(deps, http)
    return undefined
  })
}
