import { job } from '../../jobs/job.ts'
import { unlinkedSignInJob } from '../email-verification/index.ts'
import { signUpJob } from './sign-up.job-types.ts'
import { processSignUp, processUnlinkedSignIn } from './sign-up.service.ts'

export const processQueuedSignUp = job({
  ...signUpJob,
  timeoutMs: 30_000,
  run: (deps, { id }) => processSignUp(deps, id),
})

export const processUnlinkedVisit = job({
  ...unlinkedSignInJob,
  timeoutMs: 30_000,
  run: (deps, request) => processUnlinkedSignIn(deps, request),
})
