import type { z } from 'zod'
import type { Db } from '../db/open.ts'

/** What a queue has to know of a job to keep it. */
export interface JobKind<P> {
  /** Kept with what is queued: renaming a job loses what waits under the old name. */
  name: string
  payload: z.ZodType<P>
  /** How often it is begun before it is given up. */
  attempts: number
}

export interface JobOptions {
  /** Of several that wait under one key one is enough. */
  key?: string
  delayMs?: number
}

export interface JobQueue {
  /** Queued in the caller's transaction; runs at least once after its commit, on any process. */
  add<P>(tx: Db, job: JobKind<P>, payload: P, options?: JobOptions): Promise<void>
}

/** A job that this process has taken on. */
export interface ClaimedJob {
  id: string
  name: string
  payload: unknown
  /** Under which one is enough. */
  key: string | null
  /** This one included. */
  attempt: number
}

export interface DeadJob {
  name: string
  payload: unknown
  reason: string
}

/** Where queued jobs are kept: the contract that both databases fulfil. */
export interface JobStore extends JobQueue {
  /** Takes what is due, oldest first; it is this process's for `LEASE_MS` after every `keepAlive`. */
  claim(names: readonly string[], limit: number): Promise<ClaimedJob[]>
  keepAlive(jobs: readonly ClaimedJob[]): Promise<void>
  finish(job: ClaimedJob): Promise<void>
  /** Again after a while, or dead with its reason when this was the last attempt. */
  fail(job: ClaimedJob, reason: string): Promise<void>
  /** Gives back what was begun and not done; the attempt does not count. */
  release(job: ClaimedJob): Promise<void>
  /** Frees what a process that is gone had taken on, and forgets what has been dead for long. */
  recover(): Promise<void>
  dead(): Promise<DeadJob[]>
  close(): Promise<void>
}

export const LEASE_MS = 60_000
/** What died is looked into within weeks; letters among it hold links that let people in. */
export const DEAD_KEPT_MS = 30 * 86_400_000
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 30 * 60_000

/** How long to wait after a failed attempt: 2 s, 8 s, 32 s … half an hour. */
export const pauseAfter = (attempt: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 4 ** (attempt - 1))

export const WORKER_LOST = 'The process that ran it ended, or stood still for too long.'
