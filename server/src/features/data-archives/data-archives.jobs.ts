import { job } from '../../jobs/job.ts'
import { clearGone } from './clearing.service.ts'
import { clearGoneJob, makeJob } from './data-archives.kind.ts'
import { make } from './making.service.ts'

export const makeArchive = job({
  ...makeJob,
  lane: 'bulk',
  timeoutMs: 3_600_000,
  run: (deps, { id }, { signal }) => make(deps, id, signal),
})

export const clearGoneArchives = job({
  ...clearGoneJob,
  timeoutMs: 3_600_000,
  run: (deps, _, { signal }) => clearGone(deps, signal),
})
