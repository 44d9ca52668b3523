import { HOUR_MS } from '@coffer/contract/durations'
import { job } from '../../jobs/job.ts'
import { forgetMethodJob, queueForget } from './forget-method.job-types.ts'
import { GatewayError } from './gateway.ts'
import { CREDENTIALS_REJECTED } from './gateway-errors.ts'
import { gatewayNamed, requireMode } from './gateways.service.ts'

const AGAIN_MS = HOUR_MS

/** The gateway refuses the removal itself, so that another attempt would not help for long. */
const isRefused = (error: GatewayError): boolean =>
  error.kind === 'rejected' && error.code !== CREDENTIALS_REJECTED

export const forgetMethodAtGateway = job({
  ...forgetMethodJob,
  lane: 'money',
  timeoutMs: 120_000,
  run: async (deps, method) => {
    const { gateway: name, isLive, externalId } = method
    try {
      const gateway = await gatewayNamed(deps, name)
      requireMode(gateway, isLive)
      await gateway.forgetMethod(externalId)
    } catch (error) {
      if (!(error instanceof GatewayError) || isRefused(error)) throw error
      deps.log.warn({ err: error, gateway: name }, 'could not remove a card at the gateway yet')
      await deps.transact(tx => queueForget(tx, deps, method, { delayMs: AGAIN_MS }))
    }
  },
})
