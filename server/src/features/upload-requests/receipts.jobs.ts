import { job } from '../../jobs/job.ts'
import { receiptJob } from './receipts.job-types.ts'
import { issueReceipt } from './receipts.service.ts'

/** Hashes the received files of an ended request and sends its receipt. */
export const issueUploadReceipt = job({
  ...receiptJob,
  lane: 'bulk',
  // Reads every received byte once.
  timeoutMs: 6 * 3_600_000,
  run: (deps, order, { signal }) => issueReceipt(deps, order, signal),
})
