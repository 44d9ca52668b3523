import { job } from '../../jobs/job.ts'
import { refusedSignInJob, verificationJob } from './email-verification.job-types.ts'
import { verifyAfterRefusal, verifyIfUnproven } from './email-verification.service.ts'

export const sendVerificationLetter = job({
  ...verificationJob,
  timeoutMs: 30_000,
  run: (deps, asked) => verifyIfUnproven(deps, asked),
})

export const judgeRefusedSignIn = job({
  ...refusedSignInJob,
  timeoutMs: 30_000,
  run: (deps, refused) => verifyAfterRefusal(deps, refused),
})
