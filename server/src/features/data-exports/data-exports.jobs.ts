import { job } from '../../jobs/job.ts'
import { createExport } from './create-export.service.ts'
import { createJob, deleteJob } from './data-exports.job-types.ts'
import { deleteDiscardedExports } from './delete-exports.service.ts'

export const createExportJob = job({
  ...createJob,
  lane: 'bulk',
  timeoutMs: 3_600_000,
  run: (deps, { id }, { signal }) => createExport(deps, id, signal),
})

export const deleteExpiredExports = job({
  ...deleteJob,
  timeoutMs: 3_600_000,
  run: (deps, _, { signal }) => deleteDiscardedExports(deps, signal),
})
