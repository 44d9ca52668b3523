import type { JobState } from '@coffer/contract/jobs'
import type { z } from 'zod'
import type { Db } from '../db/open.ts'

/** Describes a job to the queue. */
export interface JobKind<P> {
  /** Stored with queued jobs: renaming a job loses the waiting ones. */
  name: string
  payload: z.ZodType<P>
  /** Maximum number of attempts. */
  attempts: number
  /** Runs before other jobs of its lane, because a person waits for it. */
  isUrgent?: boolean
}

export interface JobOptions {
  /** Of several waiting jobs with the same key, one is enough. */
  key?: string
  delayMs?: number
}

export interface JobQueue {
  /**
   * Queues a job in the caller's transaction; it runs at least once after the commit, in any
   * process.
   */
  add<P>(tx: Db, job: JobKind<P>, payload: P, options?: JobOptions): Promise<void>
  /** Queues a job for each payload, as `add` does without options, in one statement. */
  addAll<P>(tx: Db, job: JobKind<P>, payloads: readonly P[]): Promise<void>
  /**
   * Queues a job under each key that has none, neither a waiting one nor a running one, with few
   * statements: for work whose job may have been lost.
   */
  addMissing<P>(tx: Db, job: JobKind<P>, payloads: ReadonlyMap<string, P>): Promise<void>
}

/** A job that this process is running. */
export interface ClaimedJob {
  id: string
  name: string
  payload: unknown
  /** The key it was queued with. */
  key: string | null
  /** Counts from 1, including this attempt. */
  attempt: number
  queuedAt: Date
}

export interface DeadJob {
  name: string
  payload: unknown
  reason: string
}

/** A job as administrators see it. */
export interface StoredJob {
  id: string
  name: string
  attempt: number
  reason: string | null
  runAt: Date
  createdAt: Date
}

export type NamedJob = Pick<StoredJob, 'id' | 'name'>

export interface QueueSummary {
  counts: Record<JobState, number>
  /** When the oldest waiting job was due; null if none is due. */
  oldestDueAt: Date | null
  /** Waiting jobs whose last attempt failed, by name. */
  retrying: ReadonlyMap<string, number>
}

/** The storage of queued jobs, implemented for both databases. */
export interface JobStore extends JobQueue {
  /** Claims due jobs, urgent ones and then the oldest first; the claim lasts for `LEASE_MS` after each `keepAlive`. */
  claim(names: readonly string[], limit: number): Promise<ClaimedJob[]>
  keepAlive(jobs: readonly ClaimedJob[]): Promise<void>
  /** Like `fail` and `release`, changes nothing when the job was recovered and runs again. */
  finish(job: ClaimedJob): Promise<void>
  /** Schedules another attempt, or stores the job as dead after the last. */
  fail(job: ClaimedJob, reason: string): Promise<void>
  /** Returns an unfinished job to the queue without counting the attempt. */
  release(job: ClaimedJob, delayMs?: number): Promise<void>
  /**
   * Recovers jobs of lost processes, and deletes old dead jobs.
   * @param running the jobs of this process, which are not lost even if it could not renew them in time
   */
  recover(running: readonly ClaimedJob[]): Promise<void>
  dead(): Promise<DeadJob[]>
  summarize(): Promise<QueueSummary>
  list(state: JobState, page: { offset: number; limit: number }): Promise<StoredJob[]>
  /** Queues those of the jobs again that have failed. @returns them */
  retry(tx: Db, ids: readonly string[]): Promise<NamedJob[]>
  /** Removes those of the jobs that are not running. @returns them */
  discard(tx: Db, ids: readonly string[]): Promise<NamedJob[]>
  close(): Promise<void>
}

export const LEASE_MS = 60_000
/** Dead jobs are examined within weeks; queued emails among them contain sign-in links. */
export const DEAD_RETENTION_MS = 30 * 86_400_000
const FIRST_PAUSE_MS = 2_000
const MAX_PAUSE_MS = 30 * 60_000

/** Pause after a failed attempt: 2 s, 8 s, 32 s … half an hour. */
export const retryDelayAfter = (attempt: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (attempt - 1))

export const WORKER_LOST = 'The process that ran the job ended or stopped responding.'
