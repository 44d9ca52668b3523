import { job } from '../../jobs/job.ts'
import { make } from './create-export.service.ts'
import { clearGoneJob, makeJob } from './data-exports.job-types.ts'
import { clearGone } from './delete-exports.service.ts'

export const createExportJob = job({
  ...makeJob,
  lane: 'bulk',
  timeoutMs: 3_600_000,
  run: (deps, { id }, { signal }) => make(deps, id, signal),
})

export const deleteExpiredExports = job({
  ...clearGoneJob,
  timeoutMs: 3_600_000,
  run: (deps, _, { signal }) => clearGone(deps, signal),
})
