import { gatewaySettings, gatewayWebhooks } from '@coffer/contract'
import { GATEWAY_NAMES, type GatewayName } from '@coffer/contract/gateways'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { originFor } from '../../http/origin.ts'
import { byIp, limitAttempts } from '../../http/rate-limits.ts'
import type { Route } from '../../http/route.ts'
import { receiveEvent } from './events.service.ts'
import { hasKeys } from './gateway-keys.service.ts'
import { checkGateway, listGatewayStates, registerWebhook } from './webhooks.service.ts'

const isGatewayName = (name: unknown): name is GatewayName =>
  GATEWAY_NAMES.some(each => each === name)

/**
 * Accepts calls of gateways with keys only.
 * @throws AppError `gateway.not_found`
 */
export async function requireGateway(
  deps: Pick<Deps, 'settings'>,
  { params }: FastifyRequest,
): Promise<null> {
  const { driver } = params as { driver?: unknown }
  if (!isGatewayName(driver) || !hasKeys(await deps.settings.read(), driver))
    throw new AppError('gateway.not_found')
  return null
}

export function gatewaysRoutes(route: Route, deps: Deps): void {
  route(gatewayWebhooks.receiveEvent, async ({ params }, { request }) => {
    await limitAttempts(deps, [byIp('gateway-event by ip', request.ip)])
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await receiveEvent(deps, params.driver, { headers: request.headers, raw })
    return { received: true as const }
  })

  route(gatewaySettings.listGateways, async (_, { request }) => ({
    data: await listGatewayStates(deps, originFor(deps, request)),
  }))

  route(gatewaySettings.checkGateway, async ({ params }) => ({
    data: await checkGateway(deps, params.gateway),
  }))

  route(gatewaySettings.registerWebhook, async ({ params, actor }, { request }) => ({
    data: await registerWebhook(deps, actor, params.gateway, originFor(deps, request)),
  }))
}
