import { job } from '../../jobs/job.ts'
import { mailJob, urgentMailJob } from './emails.job-types.ts'
import { sendQueuedEmail } from './emails.service.ts'

export const sendQueuedMail = job({
  ...mailJob,
  lane: 'mail',
  timeoutMs: 120_000,
  run: (deps, payload, { signal }) => sendQueuedEmail(deps, payload, signal),
})

export const sendUrgentMail = job({ ...sendQueuedMail, ...urgentMailJob })
