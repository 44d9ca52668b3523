import type { Deps } from '../deps.ts'
import type { JobKind } from './queue.ts'

/**
 * How many jobs of a kind run at once in one process, so that slow or heavy ones never keep quick
 * ones waiting: `media` decodes pictures and documents, `network` waits for others for hours, `mail`
 * for seconds, `bulk` holds owners' trees for long.
 */
export const LANES = { quick: 4, media: 2, network: 3, mail: 2, bulk: 1 } as const
export type Lane = keyof typeof LANES

export interface Job<P> extends JobKind<P> {
  lane?: Lane
  timeoutMs: number
  /** Idempotent: a job is run again when its process was killed before it could say that it is done. */
  run: (deps: Deps, payload: P, context: { signal: AbortSignal }) => Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs holds jobs of every payload.
export type AnyJob = Job<any>

export const job = <P>(definition: Job<P>): Job<P> => definition
