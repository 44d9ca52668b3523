import { job } from '../../jobs/job.ts'
import { refusedSignInJob, verificationJob } from './email-verification.job-types.ts'
import {
  sendVerificationAfterRefusal,
  sendVerificationIfUnverified,
} from './email-verification.service.ts'

export const sendVerificationEmailJob = job({
  ...verificationJob,
  timeoutMs: 30_000,
  run: (deps, request) => sendVerificationIfUnverified(deps, request),
})

export const verifyAfterRefusedSignIn = job({
  ...refusedSignInJob,
  timeoutMs: 30_000,
  run: (deps, refused) => sendVerificationAfterRefusal(deps, refused),
})
