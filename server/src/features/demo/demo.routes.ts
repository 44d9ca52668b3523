import { demo as contract } from '@coffer/contract'
import { DAY_MS } from '@coffer/contract/durations'
import type { Deps } from '../../deps.ts'
import { localeOf } from '../../http/preferred-language.ts'
import { byIp, exhaustLimit, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { endFormerSession, startSession } from '../auth/index.ts'
import { createDemo, requireDemoMode } from './demo.service.ts'

export function demoRoutes(route: Route, deps: Deps): void {
  route(contract.startDemo, async (_, http) => {
    const { request } = http
    await requireDemoMode(deps)
    await limitAttempts(deps, [byIp('demo by ip', request.ip), { limit: 'demo by all', key: '' }])
    const locale = localeOf(request)
    const { id, expiresAt } = await createDemo(deps, locale)
    // A visitor must not send emails or fetch addresses in the name of this server, nor may guests and
    // jobs of the account until it is removed, some time after its end.
    await deps.transact(async tx => {
      for (const action of ['link-email', 'team-invitation', 'remote-upload'] as const)
        await exhaustLimit(tx, { limit: `${action} by user`, key: id }, expiresAt + DAY_MS)
    })
    await endFormerSession(deps, request)
    await startSession(deps, http, id, { endsBy: new Date(expiresAt) })
    return { data: { id, type: 'user' as const } }
  })
}
