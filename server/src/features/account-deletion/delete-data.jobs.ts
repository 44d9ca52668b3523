import { job } from '../../jobs/job.ts'
import { deletionJob } from './account-deletion.job-types.ts'
import { continueDeletion } from './delete-data.service.ts'

export const deleteAccountData = job({
  ...deletionJob,
  lane: 'bulk',
  timeoutMs: 3_600_000,
  run: (deps, { userId }, { signal }) => continueDeletion(deps, userId, signal),
})
