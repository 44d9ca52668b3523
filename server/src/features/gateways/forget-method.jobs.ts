import { job } from '../../jobs/job.ts'
import { forgetMethodJob, queueForget } from './forget-method.job-types.ts'
import { GatewayError } from './gateway.ts'
import { gatewayNamed, requireMode } from './gateways.service.ts'

const AGAIN_MS = 600_000

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
      if (!(error instanceof GatewayError)) throw error
      deps.log.warn({ err: error, gateway: name }, 'could not remove a card at the gateway yet')
      await deps.transact(tx => queueForget(tx, deps, method, { delayMs: AGAIN_MS }))
    }
  },
})
