import { job } from '../../jobs/job.ts'
import { clearJob } from './clearing.kind.ts'
import { goOnClearing } from './clearing.service.ts'

export const clearAccount = job({
  ...clearJob,
  lane: 'bulk',
  timeoutMs: 3_600_000,
  run: (deps, { userId }, { signal }) => goOnClearing(deps, userId, signal),
})
