import { health as contract } from '@coffer/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import { isOperatorToken } from '../../lib/operator-token.ts'
import { createHealthCheck, createReadyCheck } from './health.service.ts'

/** @param isAdmin whether a call comes from an administrator, also by an access token */
export function healthRoutes(
  route: Route,
  deps: Deps,
  isAdmin: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
): void {
  route(contract.getPing, () => 'pong' as const)

  const checkReady = createReadyCheck(deps)
  route(contract.getReady, async (_, { reply }) => {
    const status = await checkReady()
    if (status !== 'ready') reply.status(503)
    return { status }
  })

  const checkHealth = createHealthCheck(deps)
  route(contract.getHealth, async (_, { request, reply }) => {
    const { authorization } = request.headers
    const isOperator = isOperatorToken(authorization, deps.config.operation.metricsToken)
    const health = await checkHealth(isOperator || (await isAdmin(request, reply)))
    if (health.status === 'failing') reply.status(503)
    return health
  })
}
