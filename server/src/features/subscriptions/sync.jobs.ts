import { job } from '../../jobs/job.ts'
import { recordOutcome, syncJob } from '../gateways/index.ts'
import { syncSubject } from './sync.service.ts'

export const syncWithGateway = job({
  ...syncJob,
  lane: 'money',
  timeoutMs: 120_000,
  run: (deps, { gateway, subject }) =>
    recordOutcome(deps, gateway, subject, () => syncSubject(deps, gateway, subject)),
})
