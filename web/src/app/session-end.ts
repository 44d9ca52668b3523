import { focusManager } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import {
  hasSessionEnded,
  isSignedIn,
  reloadConfig,
  secondFactorRequired,
  unauthorised,
} from '../lib/session.ts'
import { queryClient } from './query-client.ts'

/**
 * APP-25: when the session has ended, the page leads to sign-in and returns after it. A page with
 * unsaved changes may stay; it continues once the user has signed in in another tab. When two-factor
 * sign-in becomes required, the guards of the page run again.
 * @returns a function that stops following
 */
export function followSessionEnd(router: AnyRouter): () => void {
  const stops = [
    unauthorised.subscribe(() => {
      const redirect = router.state.location.href
      void router.navigate({ to: '/sign-in', search: { redirect } }).then(() => {
        if (!isSignedIn()) queryClient.clear()
      })
    }),
    secondFactorRequired.subscribe(() => {
      void reloadConfig().then(() => router.invalidate())
    }),
    focusManager.subscribe(isFocused => {
      if (isFocused) void resumeSession()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Reads whether the user has signed in in another tab since the session ended here. */
export async function resumeSession(): Promise<void> {
  if (hasSessionEnded()) await reloadConfig()
}
