import { focusManager, useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useCallback, useEffect } from 'react'
import { userQuery } from '../../features/account/account.api.ts'
import { uploads } from '../../features/uploads/uploads.ts'
import { ApiError } from '../../lib/api.ts'
import { failurePopup } from '../../ui/popups/popups.ts'
import { dangerToast } from '../../ui/toasts/toasts.ts'

/** Nothing was sent that could have changed something. */
function showFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 0) dangerToast(i18next.t('shell.offline'))
  else failurePopup(error)
}

/**
 * Continues uploads that wait for a sign-in once their owner has signed in in another tab.
 * @returns a function that continues them on request, and opens sign-in if there is no session
 */
export function usePausedUploads(owner: string): () => Promise<void> {
  const queries = useQueryClient()
  const resume = useCallback(async () => {
    const { id } = await queries.fetchQuery({ ...userQuery, staleTime: 0 })
    const { queue } = uploads()
    if (id === owner && queue.store.paused === 'session') queue.resume()
  }, [queries, owner])
  useEffect(
    () =>
      focusManager.subscribe(isFocused => {
        const isPaused = uploads().queue.store.paused === 'session'
        if (isFocused && isPaused) void resume().catch(() => undefined)
      }),
    [resume],
  )
  return () => resume().catch(showFailure)
}
