import { job } from '../../jobs/job.ts'
import { passwordResetJob } from './password-reset.job-types.ts'
import { sendIfKnown } from './password-reset.service.ts'

export const sendPasswordResetJob = job({
  ...passwordResetJob,
  timeoutMs: 30_000,
  run: (deps, asked) => sendIfKnown(deps, asked),
})
