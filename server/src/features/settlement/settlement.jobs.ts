import { job } from '../../jobs/job.ts'
import { collect } from '../payments/index.ts'
import { collectJob } from './settlement.job-types.ts'

export const collectInvoice = job({
  ...collectJob,
  lane: 'money',
  timeoutMs: 5 * 60_000,
  run: (deps, { invoiceId }) => collect(deps, invoiceId),
})
