import { job } from '../../jobs/job.ts'
import { previewJob, spreadJob } from './previews.job-types.ts'
import { makePreview, queueEachPreview } from './previews.service.ts'

/** Twice what a content may take, and the time to keep what was made of it. */
const TIMEOUT_MS = 11 * 60_000

export const queuePreviewsJob = job({
  ...spreadJob,
  timeoutMs: 60_000,
  run: (deps, payload) => queueEachPreview(deps, payload),
})

export const makePreviewJob = job({
  ...previewJob,
  lane: 'media',
  timeoutMs: TIMEOUT_MS,
  run: (deps, payload, { signal }) => makePreview(deps, payload, signal),
})
