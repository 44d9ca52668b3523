import { job } from '../../jobs/job.ts'
import { endAtGateway } from './end.job-types.ts'
import { endUntilDone } from './end.service.ts'

export const endSubscriptionAtGateway = job({
  ...endAtGateway,
  lane: 'money',
  timeoutMs: 120_000,
  run: (deps, payload) => endUntilDone(deps, payload),
})
