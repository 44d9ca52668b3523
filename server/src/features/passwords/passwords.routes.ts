import { auth as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import { knownDeviceCookie } from '../../http/known-device.ts'
import type { Route } from '../../http/route.ts'
import { requireGoodPassword } from '../account/index.ts'
import { browserOf, type RequireReauthentication, sendSession } from '../auth/index.ts'
import { findRecipient } from '../email-verification/index.ts'
import { changePassword } from './passwords.service.ts'

export function passwordsRoutes(
  route: Route,
  deps: Deps,
  reauthenticate: RequireReauthentication,
): void {
  route(contract.changePassword, async ({ actor, body }, http) => {
    const { currentPassword, newPassword, code, revokeTokens } = body
    const { id, email, name } = await findRecipient(deps.db, actor.userId)
    await requireGoodPassword(deps.db, { email, name, password: newPassword }, 'newPassword')
    await reauthenticate(actor, http, { password: currentPassword, field: 'currentPassword', code })
    const browser = browserOf(deps, http.request)
    const change = { newPassword, revokesTokens: revokeTokens, browser }
    const { token, passwordHash } = await changePassword(deps, actor, change)
    sendSession(deps, http, { token, ...browser })
    http.reply.header('set-cookie', knownDeviceCookie(deps, http.request, { email, passwordHash }))
    return { user: { id, email, name } }
  })
}
