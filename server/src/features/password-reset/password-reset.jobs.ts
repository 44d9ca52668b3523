import { job } from '../../jobs/job.ts'
import { passwordResetJob } from './password-reset.job-types.ts'
import { sendPasswordResetIfKnown } from './password-reset.service.ts'

export const sendPasswordResetJob = job({
  ...passwordResetJob,
  timeoutMs: 30_000,
  run: (deps, request) => sendPasswordResetIfKnown(deps, request),
})
