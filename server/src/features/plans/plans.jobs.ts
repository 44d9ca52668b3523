import { job } from '../../jobs/job.ts'
import { gatewaysOf } from '../gateways/index.ts'
import { copyPlan, withdrawPlan } from './copies.service.ts'
import { copyPlanJob, withdrawPlanJob } from './plans.job-types.ts'

/** Each gateway answers within its own time limit. */
const TIMEOUT_MS = 5 * 60_000

export const copyPlanToGateways = job({
  ...copyPlanJob,
  lane: 'network',
  timeoutMs: TIMEOUT_MS,
  run: async (deps, { planId }) => copyPlan(deps, await gatewaysOf(deps), planId),
})

export const withdrawPlanFromGateway = job({
  ...withdrawPlanJob,
  lane: 'network',
  timeoutMs: TIMEOUT_MS,
  run: async (deps, payload) => withdrawPlan(await gatewaysOf(deps), payload),
})
