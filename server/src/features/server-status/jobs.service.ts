import { type PageQuery, paginate, rowsOf } from '@coffer/contract'
import type { Job, JobSelection, JobState } from '@coffer/contract/jobs'
import type { Db } from '../../db/open.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { NamedJob, StoredJob } from '../../jobs/queue.ts'
import { inBatches } from '../../lib/batches.ts'
import { redact } from '../../lib/redact.ts'
import { recordAudit } from '../audit/index.ts'

/** Jobs that one transaction changes. */
const BATCH = 1000

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

/**
 * Queues failed jobs again.
 * @returns how many
 * @throws AppError `job.not_found` when none of them has failed
 */
export const retryJobs = (deps: ActionDeps, selection: JobSelection): Promise<number> =>
  actOn(deps, 'job.retried', selection, (tx, ids) => deps.jobs.retry(tx, ids))

/**
 * Removes jobs from the queue.
 * @returns how many
 * @throws AppError `job.not_found` when all of them are running or gone
 */
export const discardJobs = (deps: ActionDeps, selection: JobSelection): Promise<number> =>
  actOn(deps, 'job.discarded', selection, (tx, ids) => deps.jobs.discard(tx, ids))

/** Each batch is a transaction, so that many jobs do not block other writers for long. */
async function actOn(
  deps: ActionDeps,
  action: 'job.retried' | 'job.discarded',
  selection: JobSelection,
  act: (tx: Db, ids: readonly string[]) => Promise<NamedJob[]>,
): Promise<number> {
  let count = 0
  for (const ids of inBatches(await selectIds(deps, selection), BATCH))
    count += await deps.transact(async tx => {
      const changed = await act(tx, ids)
      for (const { id, name } of changed)
        recordAudit(tx, { action, target: { type: 'job', id, name } })
      return changed.length
    })
  if (count === 0) throw new AppError('job.not_found')
  return count
}

/** Selected before the first of them is changed: a job that is retried may fail again at once. */
async function selectIds({ jobs }: JobDeps, selection: JobSelection): Promise<string[]> {
  if ('ids' in selection) return selection.ids
  const ids = new Set<string>()
  for (let offset = 0; ; offset += BATCH) {
    const page = await jobs.list(selection.state, { offset, limit: BATCH })
    for (const { id } of page) ids.add(id)
    if (page.length < BATCH) break
  }
  for (const id of selection.except) ids.delete(id)
  return [...ids]
}
