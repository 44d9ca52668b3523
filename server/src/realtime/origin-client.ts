import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The open page whose request is being answered: it shows what it did by itself, and need not be
 * told of it.
 */
export const originClientId = new AsyncLocalStorage<string>()
