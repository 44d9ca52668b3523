import type { GatewayName } from '@coffer/contract/gateways'
import { readEffectiveSettings } from '../settings/index.ts'
import type { GatewayMode } from './customers.repository.ts'
import { type Gateway, GatewayError } from './gateway.ts'
import { type GatewayDeps, readGatewayOptions } from './gateway-keys.service.ts'
import type { GatewayOptions } from './gateway-options.ts'
import { systemGateway } from './system/system-gateway.ts'

/** Adapters are loaded once a gateway has keys. */
async function adaptersOf({ stripe, paypal, paystack }: GatewayOptions): Promise<Gateway[]> {
  const adapters: Gateway[] = []
  if (stripe) adapters.push((await import('./stripe/stripe-gateway.ts')).createStripe(stripe))
  if (paypal) adapters.push((await import('./paypal/paypal-gateway.ts')).createPayPal(paypal))
  if (paystack)
    adapters.push((await import('./paystack/paystack-gateway.ts')).createPaystack(paystack))
  return adapters
}

/** The gateways that can be called: those with complete keys, and `system`. */
export async function gatewaysOf(deps: GatewayDeps): Promise<Gateway[]> {
  return [...(await adaptersOf(await readGatewayOptions(deps))), systemGateway]
}

/** The gateways that people can choose for a new purchase. */
export async function offeredGatewaysOf(deps: GatewayDeps): Promise<Gateway[]> {
  const settings = await readEffectiveSettings(deps.db, deps)
  const adapters = await adaptersOf(await readGatewayOptions(deps, settings))
  const isAllowed = ({ name }: Gateway) => name === 'system' || settings[`allowed_${name}`]
  return [...adapters, systemGateway].filter(isAllowed)
}

/**
 * The gateway of a name.
 * @throws GatewayError `unavailable` with code `not_configured` while it has no keys
 */
export async function gatewayNamed(deps: GatewayDeps, name: GatewayName): Promise<Gateway> {
  if (name === 'system') return systemGateway
  const { [name]: options } = await readGatewayOptions(deps)
  const [gateway] = options ? await adaptersOf({ [name]: options }) : []
  if (gateway) return gateway
  throw new GatewayError('unavailable', `${name} is not set up.`, { code: 'not_configured' })
}

/** Whether a gateway has the keys for what a row stands for: those of another mode do not know it. */
export const isKnownTo = (
  { name, isLive }: GatewayMode,
  { gateway, is_live }: { gateway: GatewayName; is_live: 0 | 1 },
): boolean => name === gateway && isLive === (is_live === 1)

/**
 * Requires the keys of the mode in which a resource was made; with others it is unknown to the gateway.
 * @throws GatewayError `not_configured`
 */
export function requireMode({ name, isLive }: GatewayMode, isOfLive: boolean): void {
  if (isLive !== isOfLive)
    throw new GatewayError('unavailable', `${name} has keys of the other mode.`, {
      code: 'not_configured',
    })
}
