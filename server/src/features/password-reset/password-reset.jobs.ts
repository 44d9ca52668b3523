import { job } from '../../jobs/job.ts'
import { recoveryJob } from './password-reset.job-types.ts'
import { sendIfKnown } from './password-reset.service.ts'

export const sendRecoveryLetter = job({
  ...recoveryJob,
  timeoutMs: 30_000,
  run: (deps, asked) => sendIfKnown(deps, asked),
})
