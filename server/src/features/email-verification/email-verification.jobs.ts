import { job } from '../../jobs/job.ts'
import { refusedSignInJob, verificationJob } from './email-verification.job-types.ts'
import { sendVerificationIfUnverified, verifyAfterRefusal } from './email-verification.service.ts'

export const sendVerificationEmailJob = job({
  ...verificationJob,
  timeoutMs: 30_000,
  run: (deps, asked) => sendVerificationIfUnverified(deps, asked),
})

export const verifyAfterRefusedSignIn = job({
  ...refusedSignInJob,
  timeoutMs: 30_000,
  run: (deps, refused) => verifyAfterRefusal(deps, refused),
})
