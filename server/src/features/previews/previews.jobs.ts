import { job } from '../../jobs/job.ts'
import { previewJobKind, queueJobKind } from './previews.job-types.ts'
import { makePreview, queueEachPreview } from './previews.service.ts'

/** Twice the time limit of the decoder, and time to store the result. */
const TIMEOUT_MS = 11 * 60_000

export const queuePreviewsJob = job({
  ...queueJobKind,
  timeoutMs: 60_000,
  run: (deps, payload) => queueEachPreview(deps, payload),
})

export const makePreviewJob = job({
  ...previewJobKind,
  lane: 'media',
  timeoutMs: TIMEOUT_MS,
  run: (deps, payload, { signal }) => makePreview(deps, payload, signal),
})
