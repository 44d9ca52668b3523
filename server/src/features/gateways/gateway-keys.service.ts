import { randomUUID } from 'node:crypto'
import type { GatewayName } from '@coffer/contract/gateways'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import {
  lockSettings,
  readEffectiveSettings,
  readSecrets,
  type Settings,
  type SettingsDeps,
  writeSettings,
} from '../settings/index.ts'
import type { GatewayMode } from './customers.repository.ts'
import type { GatewayOptions } from './gateway-options.ts'

export type GatewayDeps = SettingsDeps & Pick<Deps, 'transact' | 'now'>

/** Dependencies that read the modes of gateways. */
export type ModeDeps = Omit<SettingsDeps, 'db'>

const PAYPAL_LIVE_URL = 'https://api-m.paypal.com'
const PAYPAL_SANDBOX_URL = 'https://api-m.sandbox.paypal.com'

/** Keys name their mode. */
const isLiveKey = (key: string): boolean => /^[sr]k_live_/.test(key)

/** Reads the mark of this installation; the first caller creates it. */
async function markOf(deps: GatewayDeps, { gateway_mark: known }: Settings) {
  if (known !== null) return known
  return deps.transact(async tx => {
    await lockSettings(tx)
    const { gateway_mark: stored } = await readEffectiveSettings(tx, deps)
    if (stored !== null) return stored
    const created = randomUUID()
    await writeSettings(tx, { gateway_mark: created })
    return created
  })
}

/** The keys of each gateway that has all of them, with the mode that they are of. */
function keysOf(settings: Settings, secrets: Awaited<ReturnType<typeof readSecrets>>) {
  const { stripe_secret_key: stripeKey, paystack_secret_key: paystackKey } = secrets
  const clientId = settings.paypal_client_id
  const clientSecret = secrets.paypal_client_secret
  return {
    ...(stripeKey && {
      stripe: {
        isLive: isLiveKey(stripeKey),
        secretKey: stripeKey,
        webhookSecret: secrets.stripe_webhook_secret,
      },
    }),
    ...(clientId &&
      clientSecret && {
        paypal: {
          isLive: settings.paypal_live,
          clientId,
          clientSecret,
          webhookId: secrets.paypal_webhook_id,
        },
      }),
    ...(paystackKey && {
      paystack: { isLive: isLiveKey(paystackKey), secretKey: paystackKey },
    }),
  }
}

/** Reads the gateways whose keys are complete, with their mode, also within a transaction. */
export async function readModes(db: Db, deps: ModeDeps): Promise<GatewayMode[]> {
  const settings = await readEffectiveSettings(db, deps)
  const keys = keysOf(settings, await readSecrets({ ...deps, db }))
  const names = Object.keys(keys) as (keyof typeof keys)[]
  return names.map(name => ({ name, isLive: keys[name]?.isLive === true }))
}

/**
 * Reads the options of the adapters, for each gateway whose keys are complete.
 * @param known the effective settings, if the caller has read them already
 */
export async function readGatewayOptions(
  deps: GatewayDeps,
  known?: Settings,
): Promise<GatewayOptions> {
  const { gateways } = deps.config
  const settings = known ?? (await readEffectiveSettings(deps.db, deps))
  const { stripe, paypal, paystack } = keysOf(settings, await readSecrets(deps))
  if (!stripe && !paypal && !paystack) return {}
  const common = {
    installation: await markOf(deps, settings),
    timeoutMs: gateways.timeoutMs,
    now: () => deps.now().getTime(),
  }
  const paypalUrl = settings.paypal_live ? PAYPAL_LIVE_URL : PAYPAL_SANDBOX_URL
  return {
    ...(stripe && { stripe: { ...common, ...stripe, url: gateways.stripe.url } }),
    ...(paypal && { paypal: { ...common, ...paypal, url: gateways.paypal.url ?? paypalUrl } }),
    ...(paystack && { paystack: { ...common, ...paystack, url: gateways.paystack.url } }),
  }
}

/** Whether a gateway has all keys that its calls need. */
export function hasKeys(
  { values, hasSecret }: Awaited<ReturnType<Deps['settings']['read']>>,
  name: GatewayName,
): boolean {
  switch (name) {
    case 'stripe':
      return hasSecret('stripe_secret_key')
    case 'paypal':
      return values.paypal_client_id !== null && hasSecret('paypal_client_secret')
    case 'paystack':
      return hasSecret('paystack_secret_key')
    case 'system':
      return false
  }
}
