import { serverStatus as contract, jobs as jobsContract } from '@coffer/contract'
import type { Deps } from '../../deps.ts'
import type { Route } from '../../http/route.ts'
import type { ClockJob } from '../../jobs/clock.ts'
import { discardJobs, listJobs, retryJobs } from './jobs.service.ts'
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

  route(jobsContract.retryJobs, async ({ body }) => ({
    data: { count: await retryJobs(deps, body.selection) },
  }))

  route(jobsContract.discardJobs, async ({ body }) => ({
    data: { count: await discardJobs(deps, body.selection) },
  }))
}
