import { job } from '../../jobs/job.ts'
import { clearJob } from './account-deletion.job-types.ts'
import { goOnClearing } from './delete-data.service.ts'

export const clearAccount = job({
  ...clearJob,
  lane: 'bulk',
  timeoutMs: 3_600_000,
  run: (deps, { userId }, { signal }) => goOnClearing(deps, userId, signal),
})
