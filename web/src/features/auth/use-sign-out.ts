import { LOGOUT_POPUP_DELAY_MS } from '@coffer/contract/constants'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { clearListOwner } from '../../lib/personal-list.ts'
import { markSignedOut } from '../../lib/session.ts'
import { canSignOut, leaveWithoutPrompt } from '../../lib/sign-out-guard.ts'
import { failurePopup, progressPopup } from '../../ui/popups/popups.ts'

/** ACC-18: ends the session, clears the user's data and opens the homepage or sign-in. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { t } = useTranslation()

  return async () => {
    if (!(await canSignOut())) return
    let closePopup = () => {}
    // ACC-19: shows a popup when signing out takes long.
    const timer = setTimeout(() => {
      closePopup = progressPopup({ title: t('logout.title'), message: t('logout.message') })
    }, LOGOUT_POPUP_DELAY_MS)
    try {
      const { endSession } = await import('./auth.api.ts')
      await endSession().catch(ignoreMissingSession)
      // The homepage is a new document, which ends this function.
      clearListOwner()
      const to = config().allowHomepage ? '/' : '/sign-in'
      await leaveWithoutPrompt(() => navigate({ to, search: {}, ignoreBlocker: true }))
      queries.clear()
    } catch (error) {
      failurePopup(error)
    } finally {
      clearTimeout(timer)
      closePopup()
    }
  }
}

/** A session that has ended already counts as signed out. */
function ignoreMissingSession(error: unknown): void {
  if (!(error instanceof ApiError && error.is('auth.required'))) throw error
  markSignedOut()
}
