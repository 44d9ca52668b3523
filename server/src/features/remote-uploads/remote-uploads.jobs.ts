import { job } from '../../jobs/job.ts'
import { fetchJob } from './remote-uploads.job-types.ts'
import { fetchNext } from './remote-uploads.service.ts'

/** More than the maximum of `REMOTE_SECONDS`, so that a transfer ends by itself first. */
const TIMEOUT_MS = 7 * 3_600_000

export const fetchRemoteUpload = job({
  ...fetchJob,
  lane: 'network',
  timeoutMs: TIMEOUT_MS,
  run: (deps, { userId }, { signal }) => fetchNext(deps, userId, signal),
})
