import { accountDeletion as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { endSessionCookies, type RequireReauthentication } from '../auth/index.ts'
import { requireEndConfirmed } from '../subscriptions/index.ts'
import { getAccountDeletion, removeAccount, requireOwnAddress } from './account-deletion.service.ts'

export function accountDeletionRoutes(
  route: Route,
  deps: Deps,
  reauthenticate: RequireReauthentication,
): void {
  route(contract.getAccountDeletion, async ({ actor }) => ({
    data: await getAccountDeletion(deps, actor),
  }))

  route(contract.deleteAccount, async ({ actor, body }, http) => {
    const { email, password, code, end_subscription } = body
    await requireOwnAddress(deps, actor, email)
    await reauthenticate(actor, http, { password, code })
    await removeAccount(deps, actor.userId, {
      by: actor,
      before: tx => requireEndConfirmed(tx, actor.userId, end_subscription),
    })
    endSessionCookies(deps, http)
    return undefined
  })
}
