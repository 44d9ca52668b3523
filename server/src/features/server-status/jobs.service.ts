import { type PageQuery, paginate, rowsOf } from '@coffer/contract'
import type { Job, JobState } from '@coffer/contract/jobs'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { StoredJob } from '../../jobs/queue.ts'
import { redact } from '../../lib/redact.ts'
import { recordAudit } from '../audit/index.ts'

type JobDeps = Pick<Deps, 'jobs'>
type ActionDeps = Pick<Deps, 'jobs' | 'transact'>

const presentJob = (state: JobState, job: StoredJob): Job => ({
  id: job.id,
  type: 'job',
  attributes: {
    name: job.name,
    state,
    attempt: job.attempt,
    reason: job.reason === null ? null : redact(job.reason),
    run_at: job.runAt.toISOString(),
    created_at: job.createdAt.toISOString(),
  },
})

export async function listJobs({ jobs }: JobDeps, query: PageQuery & { state: JobState }) {
  const { counts } = await jobs.summarize()
  const rows = await jobs.list(query.state, rowsOf(query))
  return {
    data: rows.map(row => presentJob(query.state, row)),
    meta: { counts, paginate: paginate(query, counts[query.state], rows.length) },
  }
}

/** @throws AppError `job.not_found` for a job that has not failed */
export const retryJob = (deps: ActionDeps, id: string): Promise<void> =>
  actOn(deps, 'job.retried', id, tx => deps.jobs.retry(tx, id))

/** @throws AppError `job.not_found` for a job that is running or gone */
export const discardJob = (deps: ActionDeps, id: string): Promise<void> =>
  actOn(deps, 'job.discarded', id, tx => deps.jobs.discard(tx, id))

const actOn = (
  { transact }: ActionDeps,
  action: 'job.retried' | 'job.discarded',
  id: string,
  act: (tx: Db) => Promise<string | undefined>,
): Promise<void> =>
  transact(async tx => {
    const name = await act(tx)
    if (name === undefined) throw new AppError('job.not_found')
    recordAudit(tx, { action, target: { type: 'job', id, name } })
  })
