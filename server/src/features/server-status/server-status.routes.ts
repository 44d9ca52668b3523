import { serverStatus as contract, jobs as jobsContract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import type { ClockJob } from '../../jobs/clock.ts'
import { discardJob, listJobs, retryJob } from './jobs.service.ts'
import { readServerStatus } from './server-status.service.ts'

export function serverStatusRoutes(
  route: Route,
  deps: Deps,
  recurringTasks: (deps: Deps) => readonly ClockJob[],
): void {
  route(contract.getServerStatus, async () => ({
    data: await readServerStatus(deps, recurringTasks(deps)),
  }))

  route(jobsContract.listJobs, ({ query }) => listJobs(deps, query))

  route(jobsContract.retryJob, async ({ params }) => {
    await retryJob(deps, params.id)
    return undefined
  })

  route(jobsContract.discardJob, async ({ params }) => {
    await discardJob(deps, params.id)
    return undefined
  })
}
