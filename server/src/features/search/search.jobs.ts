import { job } from '../../jobs/job.ts'
import { queueTextsJob as queueJobType, readTextJob as readJobType } from './texts.job-types.ts'
import { queueTextJobs, readContent } from './texts.service.ts'

export const queueTextsJob = job({
  ...queueJobType,
  timeoutMs: 60_000,
  run: (deps, payload) => queueTextJobs(deps, payload),
})

export const readTextJob = job({
  ...readJobType,
  lane: 'media',
  timeoutMs: 120_000,
  run: (deps, payload, { signal }) => readContent(deps, payload, signal),
})
