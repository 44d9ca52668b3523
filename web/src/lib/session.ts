import { config, updateConfig } from './config.ts'
import { createStore } from './store.ts'

/** Counts the responses that said that the session has ended. */
export const unauthorised = createStore(0)

let isStaying = false

export const isSignedIn = (): boolean => config().isAuthenticated

export const markSignedOut = (): void => updateConfig({ isAuthenticated: false })

/** Reads the configuration again; keeps the current one when no server answers. */
export const reloadConfig = (): Promise<void> =>
  import('./refresh-config.ts').then(({ refreshConfig }) => refreshConfig()).catch(() => undefined)

/** Applies a sign-in, and what the server requires of the user by now. */
export async function enterSession(): Promise<void> {
  // First, because pages that open once the user is signed in show what it says.
  await reloadConfig()
  updateConfig({ isAuthenticated: true })
}

/** APP-25: on 401 or 403 while browsing, the user is marked unauthorised. */
export function markUnauthorised(): void {
  if (!isSignedIn()) return
  markSignedOut()
  isStaying = false
  unauthorised.set(unauthorised.get() + 1)
}

/** Counts the responses that said that the user has to set up two-factor sign-in first. */
export const secondFactorRequired = createStore(0)

export const markSecondFactorRequired = (): void =>
  secondFactorRequired.set(secondFactorRequired.get() + 1)

/** Whether the session has ended since the document was loaded, without a new sign-in. */
export const hasSessionEnded = (): boolean => unauthorised.get() > 0 && !isSignedIn()

/** Records that the user keeps a page with unsaved changes open after the session has ended. */
export function stayAfterSessionEnd(): void {
  isStaying = true
}

export const staysAfterSessionEnd = (): boolean => isStaying && hasSessionEnded()
