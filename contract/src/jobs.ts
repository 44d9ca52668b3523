import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { collection, Id, PageQuery, Paginate } from './resource.ts'

export const JOB_STATES = ['failed', 'running', 'waiting'] as const
export const JobState = z.enum(JOB_STATES)
export type JobState = z.infer<typeof JobState>

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

const oneJob = z.object({ id: Id })

export const retryJob = endpoint({
  method: 'POST',
  path: '/api/admin/jobs/:id/retry',
  access: 'admin',
  summary: 'Queues a failed job again, to run at once.',
  params: oneJob,
  status: 204,
})

export const discardJob = endpoint({
  method: 'DELETE',
  path: '/api/admin/jobs/:id',
  access: 'admin',
  summary: 'Removes a failed or waiting job from the queue.',
  params: oneJob,
  status: 204,
})
