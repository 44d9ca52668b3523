import { channel } from 'node:diagnostics_channel'

/** How an attempt of a job has ended. */
export interface JobEnd {
  name: string
  outcome: 'done' | 'failed' | 'released'
  /** Milliseconds. */
  startedAt: number
}

/** Has subscribers only where jobs are measured or traced. */
export const jobEnded = channel('coffer.job.ended')
