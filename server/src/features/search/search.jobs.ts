import { job } from '../../jobs/job.ts'
import { readTextJob as readKind, queueTextsJob as spreadKind } from './texts.job-types.ts'
import { queueEachText, readContent } from './texts.service.ts'

export const queueTextsJob = job({
  ...spreadKind,
  timeoutMs: 60_000,
  run: (deps, payload) => queueEachText(deps, payload),
})

export const readTextJob = job({
  ...readKind,
  lane: 'media',
  timeoutMs: 120_000,
  run: (deps, payload, { signal }) => readContent(deps, payload, signal),
})
