import { linkedAccounts as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { presentLinkedAccount } from './linked-accounts.presenter.ts'
import {
  listLinkedAccounts,
  requireOtherSignInMethod,
  unlinkAccount,
} from './linked-accounts.service.ts'
import type { RequireReauthentication } from './reauthentication.http.ts'

export function linkedAccountsRoutes(
  route: Route,
  deps: Pick<Deps, 'db' | 'now' | 'transact' | 'jobs' | 'newId' | 'live'>,
  reauthenticate: RequireReauthentication,
): void {
  route(contract.listLinkedAccounts, async ({ actor }) => ({
    data: (await listLinkedAccounts(deps, actor)).map(presentLinkedAccount),
  }))

  route(contract.unlinkAccount, async ({ actor, body }, http) => {
    await requireOtherSignInMethod(deps, actor, body.id)
    await reauthenticate(actor, http, body)
    await unlinkAccount(deps, actor, body.id)
    return { status: true as const }
  })
}
