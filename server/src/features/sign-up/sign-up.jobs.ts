import { job } from '../../jobs/job.ts'
import { unlinkedJob } from '../email-verification/index.ts'
import { signUpJob } from './sign-up.job-types.ts'
import { judgeSignUp, judgeUnlinked } from './sign-up.service.ts'

export const judgeQueuedSignUp = job({
  ...signUpJob,
  timeoutMs: 30_000,
  run: (deps, { id }) => judgeSignUp(deps, id),
})

export const judgeUnlinkedVisit = job({
  ...unlinkedJob,
  timeoutMs: 30_000,
  run: (deps, asked) => judgeUnlinked(deps, asked),
})
