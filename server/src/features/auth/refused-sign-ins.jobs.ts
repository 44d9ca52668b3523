import { job } from '../../jobs/job.ts'
import { refusedSignInJob } from './refused-sign-ins.job-types.ts'
import { recordRefusedSignIn } from './refused-sign-ins.service.ts'

export const recordRefusedSignInJob = job({
  ...refusedSignInJob,
  timeoutMs: 30_000,
  run: (deps, refused) => recordRefusedSignIn(deps, refused),
})
