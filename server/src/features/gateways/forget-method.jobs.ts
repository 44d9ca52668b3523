import { job } from '../../jobs/job.ts'
import { forgetMethodJob } from './forget-method.job-types.ts'
import { gatewayNamed, requireMode } from './gateways.service.ts'

export const forgetMethodAtGateway = job({
  ...forgetMethodJob,
  lane: 'money',
  timeoutMs: 120_000,
  run: async (deps, { gateway: name, isLive, externalId }) => {
    const gateway = await gatewayNamed(deps, name)
    requireMode(gateway, isLive)
    await gateway.forgetMethod(externalId)
  },
})
