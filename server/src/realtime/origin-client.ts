import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The page that made the current request. It shows its own changes itself, so it is not notified of
 * them.
 */
export const originClientId = new AsyncLocalStorage<string>()
