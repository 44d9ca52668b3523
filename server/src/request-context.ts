import { AsyncLocalStorage } from 'node:async_hooks'
import type { Access } from '@coffer/contract'
import type { Actors } from './actor.ts'

/** Facts about the request that is being handled. */
export interface RequestContext {
  requestId: string
  ip: string
  userAgent: string | undefined
  /** Null for public calls; the audit log records those as made by a guest. */
  actor: Actors[Access]
  /**
   * The page that made the request. It shows its own changes itself, so it is not notified of them.
   */
  clientId: string | undefined
}

/** The context of the current request; jobs, commands and housekeeping have none. */
export const requestContext = new AsyncLocalStorage<RequestContext>()

/** Identifies the user or the link that makes the current request; undefined for public calls and outside of requests. */
export function callerKey(): string | undefined {
  const actor = requestContext.getStore()?.actor
  if (!actor) return undefined
  if (actor.kind === 'user') return actor.userId
  return actor.kind === 'share' ? actor.share.id : actor.request.id
}
