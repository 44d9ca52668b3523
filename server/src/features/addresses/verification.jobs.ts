import { job } from '../../jobs/job.ts'
import { verificationJob } from './verification.kind.ts'
import { verifyIfUnproven } from './verification.service.ts'

export const sendVerificationLetter = job({
  ...verificationJob,
  timeoutMs: 30_000,
  run: (deps, asked) => verifyIfUnproven(deps, asked),
})
