import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { collection, Id, PageQuery, Paginate } from './resource.ts'

export const JOB_STATES = ['failed', 'running', 'waiting'] as const
export const JobState = z.enum(JOB_STATES)
export type JobState = z.infer<typeof JobState>

/** Maximum number of jobs that one call names. */
const MAX_SELECTED = 1000

/** A queued job, without its payload: queued emails contain links that sign users in. */
export const Job = z.object({
  id: Id,
  type: z.literal('job'),
  attributes: z.object({
    name: z.string(),
    state: JobState,
    /** Attempts started so far. */
    attempt: z.int(),
    /** Why the last attempt failed, without names of files and users. */
    reason: z.string().nullable(),
    /** When it is due, or was due. */
    run_at: z.iso.datetime(),
    created_at: z.iso.datetime(),
  }),
})
export type Job = z.infer<typeof Job>

const counts = z.object({ failed: z.int(), running: z.int(), waiting: z.int() })

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  access: 'admin',
  summary: 'Lists the background jobs of one state, the next or latest first.',
  query: PageQuery.extend({ state: JobState.default('failed') }),
  response: collection(Job, z.object({ paginate: Paginate, counts })),
})

/** The selected jobs: by id, or all of a state except some. Jobs that are gone are skipped. */
const JobSelection = z.union([
  z.object({ ids: z.array(Id).min(1).max(MAX_SELECTED) }),
  z.object({
    state: JobState.exclude(['running']),
    except: z.array(Id).max(MAX_SELECTED).default([]),
  }),
])
export type JobSelection = z.output<typeof JobSelection>

const changed = z.object({ data: z.object({ count: z.int() }) })

export const retryJobs = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/retry',
  access: 'admin',
  summary: 'Queues failed jobs again, to run at once.',
  body: z.object({ selection: JobSelection }),
  response: changed,
})

export const discardJobs = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/discard',
  access: 'admin',
  summary: 'Removes failed or waiting jobs from the queue.',
  body: z.object({ selection: JobSelection }),
  response: changed,
})
