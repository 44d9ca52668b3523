import { AsyncLocalStorage } from 'node:async_hooks'

/** Who has come back from a provider: Better Auth names nobody when it refuses. */
export interface Visit {
  email?: string
}

export const visits = new AsyncLocalStorage<Visit>()
