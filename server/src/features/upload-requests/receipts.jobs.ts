import { job } from '../../jobs/job.ts'
import { receiptJob } from './receipts.job-types.ts'
import { issueReceipt } from './receipts.service.ts'

export const issueUploadReceipt = job({
  ...receiptJob,
  lane: 'bulk',
  // Reads every received byte once.
  timeoutMs: 6 * 3_600_000,
  run: (deps, order, { signal }) => issueReceipt(deps, order, signal),
})
