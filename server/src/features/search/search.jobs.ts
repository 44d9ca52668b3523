import { job } from '../../jobs/job.ts'
import { readTextJob as readKind, spreadTextsJob as spreadKind } from './texts.job-types.ts'
import { readContent, spreadTexts } from './texts.service.ts'

export const spreadTextsJob = job({
  ...spreadKind,
  timeoutMs: 60_000,
  run: (deps, payload) => spreadTexts(deps, payload),
})

export const readTextJob = job({
  ...readKind,
  lane: 'media',
  timeoutMs: 120_000,
  run: (deps, payload, { signal }) => readContent(deps, payload, signal),
})
