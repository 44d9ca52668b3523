import { AsyncLocalStorage } from 'node:async_hooks'

/** Who has come back from a provider: Better Auth names nobody when it refuses, and no link when it does not. */
export interface Visit {
  email?: string
  /** What the provider knows him by, for as long as he has his account there. */
  subject?: string
}

export const visits = new AsyncLocalStorage<Visit>()
