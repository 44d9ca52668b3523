import { config, updateConfig } from './config.ts'
import { createStore } from './store.ts'

/** Counts the responses that said that the session has ended. */
export const unauthorised = createStore(0)

export const isSignedIn = (): boolean => config().isAuthenticated

export const markSignedIn = (): void => updateConfig({ isAuthenticated: true })

export const markSignedOut = (): void => updateConfig({ isAuthenticated: false })

/** APP-25: on 401 or 403 while browsing, the user is marked unauthorised. */
export function markUnauthorised(): void {
  if (!isSignedIn()) return
  markSignedOut()
  unauthorised.set(unauthorised.get() + 1)
}
