import { job } from '../../jobs/job.ts'
import { userTaskJob } from './user-tasks.job-types.ts'
import { runTask } from './user-tasks.service.ts'

export const runUserTask = job({
  ...userTaskJob,
  lane: 'bulk',
  timeoutMs: 3_600_000,
  run: (deps, { id }, { signal }) => runTask(deps, id, signal),
})
