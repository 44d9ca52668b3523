import { job } from '../../jobs/job.ts'
import { clearJob } from './account-deletion.job-types.ts'
import { continueDeletion } from './delete-data.service.ts'

export const deleteAccountData = job({
  ...clearJob,
  lane: 'bulk',
  timeoutMs: 3_600_000,
  run: (deps, { userId }, { signal }) => continueDeletion(deps, userId, signal),
})
