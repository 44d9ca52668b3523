import { job } from '../../jobs/job.ts'
import { createPdf } from './invoice-pdf.service.ts'
import { pdfJob } from './invoices.job-types.ts'

export const createInvoicePdf = job({
  ...pdfJob,
  lane: 'media',
  timeoutMs: 60_000,
  run: (deps, { id }) => createPdf(deps, id),
})
