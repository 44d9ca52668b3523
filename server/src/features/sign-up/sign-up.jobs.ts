import { job } from '../../jobs/job.ts'
import { signUpJob } from './sign-up.kind.ts'
import { judgeSignUp } from './sign-up.service.ts'

export const judgeQueuedSignUp = job({
  ...signUpJob,
  timeoutMs: 30_000,
  run: (deps, { id }) => judgeSignUp(deps, id),
})
