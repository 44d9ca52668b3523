import { job } from '../../jobs/job.ts'
import { mailJob } from './mail.kind.ts'
import { deliver } from './mail.service.ts'

export const sendQueuedMail = job({
  ...mailJob,
  lane: 'mail',
  timeoutMs: 120_000,
  run: (deps, payload) => deliver(deps, payload),
})
