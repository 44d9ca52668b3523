import { job } from '../../jobs/job.ts'
import { applyPlansJob } from '../quotas/index.ts'
import { applyAllPlans } from './apply-plan.service.ts'

export const applyPlansToAll = job({
  ...applyPlansJob,
  timeoutMs: 3_600_000,
  run: (deps, _, { signal }) => applyAllPlans(deps, { signal }),
})
