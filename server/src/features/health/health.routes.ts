import { health as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { createHealthCheck } from './health.service.ts'

export function healthRoutes(route: Route, deps: Deps): void {
  route(contract.getPing, () => 'pong' as const)

  const checkHealth = createHealthCheck(deps)
  route(contract.getHealth, async (_, { reply }) => {
    const health = await checkHealth()
    if (health.status === 'failing') reply.status(503)
    return health
  })
}
