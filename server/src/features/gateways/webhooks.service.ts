import { GATEWAY_CURRENCIES } from '@coffer/contract/gateway-currencies'
import type { GatewayState, KeyedGateway } from '@coffer/contract/gateway-settings'
import { GATEWAY_NAMES } from '@coffer/contract/gateways'
import type { UserActor } from '../../actor.ts'
import type { Db } from '../../db/open.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/index.ts'
import { environmentSecrets, storeSecret } from '../settings/index.ts'
import { findWebhook, findWebhooks, summarizeEvents, writeWebhook } from './events.repository.ts'
import { GatewayError } from './gateway.ts'
import type { GatewayDeps } from './gateway-keys.service.ts'
import { gatewayNamed, gatewaysOf } from './gateways.service.ts'

const iso = (ms: number | null | undefined): string | null =>
  ms == null ? null : new Date(ms).toISOString()

const webhookUrl = (origin: string, name: string): string =>
  `${origin}/api/subscriptions/${name}/webhooks`

/** Lists all gateways, also those without keys. */
export async function listGatewayStates(
  deps: GatewayDeps,
  origin: string,
): Promise<GatewayState[]> {
  const configured = new Map((await gatewaysOf(deps)).map(each => [each.name, each]))
  const webhooks = new Map((await findWebhooks(deps.db)).map(row => [row.gateway, row]))
  const events = new Map((await summarizeEvents(deps.db)).map(row => [row.gateway, row]))
  return GATEWAY_NAMES.map(name => {
    const gateway = configured.get(name)
    const webhook = webhooks.get(name)
    const received = events.get(name)
    return {
      name,
      is_configured: gateway !== undefined,
      is_live: gateway?.isLive ?? false,
      currencies: [...GATEWAY_CURRENCIES[name]],
      registers_webhooks: gateway?.capabilities.registersWebhooks ?? false,
      webhook: {
        url: webhookUrl(origin, name),
        registered_url: webhook?.url ?? null,
        last_received_at: iso(received?.last_received_at),
        failed: Number(received?.failed ?? 0),
        rejected: webhook?.rejected ?? 0,
        rejected_at: iso(webhook?.rejected_at),
        rejection: webhook?.rejection ?? null,
      },
    }
  })
}

const answerOf = (error: unknown): string => {
  if (!(error instanceof GatewayError)) throw error
  return error.code ?? error.message
}

/** Makes one call with the stored keys. */
export async function checkGateway(deps: GatewayDeps, name: KeyedGateway) {
  let isLive = false
  try {
    const gateway = await gatewayNamed(deps, name)
    isLive = gateway.isLive
    await gateway.check()
    return { is_accepted: true, is_live: isLive, answer: null }
  } catch (error) {
    return { is_accepted: false, is_live: isLive, answer: answerOf(error) }
  }
}

const SECRET_OF = { stripe: 'stripe_webhook_secret', paypal: 'paypal_webhook_id' } as const

/**
 * Requires that the value that verifies events can be stored: one of the environment wins, so that the
 * events of a new registration would be rejected.
 * @throws AppError `request.invalid`
 */
function requireOwnVerifier({ config }: GatewayDeps, name: KeyedGateway): void {
  if (name === 'paystack' || !(SECRET_OF[name] in environmentSecrets(config))) return
  throw new AppError('request.invalid', {
    errors: { [`secrets.${SECRET_OF[name]}`]: ['validation.set_by_environment'] },
  })
}

/** Stores the value that verifies events: Stripe's secret, or the ID in PayPal's signatures. */
async function storeVerifier(
  tx: Db,
  deps: GatewayDeps,
  name: KeyedGateway,
  { value, by }: { value: string; by: string },
): Promise<void> {
  if (name === 'paystack') return
  await storeSecret(tx, deps, SECRET_OF[name], { value, at: deps.now().getTime(), by })
}

/**
 * Registers our address at a gateway. An earlier registration of ours is removed afterwards, so that events
 * arrive all the time, also if the new one is refused.
 * @returns also the gateway's answer if the earlier one could not be removed
 */
export async function registerWebhook(
  deps: GatewayDeps,
  actor: UserActor,
  name: KeyedGateway,
  origin: string,
) {
  requireOwnVerifier(deps, name)
  const url = webhookUrl(origin, name)
  let isRegistered = false
  try {
    const gateway = await gatewayNamed(deps, name)
    const earlier = (await findWebhook(deps.db, name))?.external_id
    const { externalId, secret } = await gateway.registerWebhook(url)
    await deps.transact(async tx => {
      await writeWebhook(tx, name, { external_id: externalId, url })
      const value = secret ?? externalId
      await storeVerifier(tx, deps, name, { value, by: actor.userId })
      recordAudit(tx, {
        action: 'settings.webhook_registered',
        target: { type: 'gateway', id: name, name },
        after: { url },
      })
    })
    isRegistered = true
    // Otherwise a site with a new address would get events at both addresses.
    if (earlier && earlier !== externalId) await gateway.removeWebhook(earlier)
    return { is_registered: true, url, answer: null }
  } catch (error) {
    return { is_registered: isRegistered, url, answer: answerOf(error) }
  }
}
