import { job } from '../../jobs/job.ts'
import { recoveryJob } from './recovery.kind.ts'
import { sendIfKnown } from './recovery.service.ts'

export const sendRecoveryLetter = job({
  ...recoveryJob,
  timeoutMs: 30_000,
  run: (deps, asked) => sendIfKnown(deps, asked),
})
