import type { Deps } from '../deps.ts'
import type { JobKind } from './queue.ts'

/**
 * Concurrent jobs per lane and process, so that slow or heavy jobs do not delay quick ones: `media`
 * decodes pictures and documents, `network` can wait for other servers for hours, `mail` for
 * seconds, `bulk` locks large folder trees for long, `money` waits for payment gateways.
 */
export const LANES = { quick: 4, media: 2, network: 3, mail: 2, bulk: 1, money: 2 } as const
export type Lane = keyof typeof LANES

export interface Job<P> extends JobKind<P> {
  lane?: Lane
  timeoutMs: number
  /**
   * Must be idempotent: a job runs again if its process was killed before it was marked as done.
   */
  run: (deps: Deps, payload: P, context: { signal: AbortSignal }) => Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs holds jobs of every payload.
export type AnyJob = Job<any>

export const job = <P>(definition: Job<P>): Job<P> => definition
