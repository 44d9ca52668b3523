import { health as contract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { createHealthCheck, createReadyCheck } from './health.service.ts'

export function healthRoutes(route: Route, deps: Deps): void {
  route(contract.getPing, () => 'pong' as const)

  const checkReady = createReadyCheck(deps)
  route(contract.getReady, async (_, { reply }) => {
    const status = await checkReady()
    if (status !== 'ready') reply.status(503)
    return { status }
  })

  const checkHealth = createHealthCheck(deps)
  route(contract.getHealth, async (_, { reply }) => {
    const health = await checkHealth()
    if (health.status === 'failing') reply.status(503)
    return health
  })
}
