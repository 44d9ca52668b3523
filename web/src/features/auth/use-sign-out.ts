import { LOGOUT_POPUP_DELAY_MS } from '@coffer/contract/constants'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { clearListOwner } from '../../lib/personal-list.ts'
import { markSignedOut } from '../../lib/session.ts'
import { canSignOut } from '../../lib/sign-out-guard.ts'
import { failurePopup, progressPopup } from '../../ui/popups/popups.ts'
import { endSession } from './auth.api.ts'

/** Spec §4: ends the session, forgets the user's data and leaves for the homepage or sign-in. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { t } = useTranslation()

  return async () => {
    if (!(await canSignOut())) return
    let closePopup = () => {}
    // Spec §4, §9: who waits longer than this is told what for.
    const timer = setTimeout(() => {
      closePopup = progressPopup({ title: t('logout.title'), message: t('logout.message') })
    }, LOGOUT_POPUP_DELAY_MS)
    try {
      await endSession().catch(unlessSessionIsGone)
      await navigate({ to: config().allowHomepage ? '/' : '/sign-in', search: {} })
      queries.clear()
      clearListOwner()
    } catch (error) {
      failurePopup(error)
    } finally {
      clearTimeout(timer)
      closePopup()
    }
  }
}

/** Without a session there is nothing left to end. */
function unlessSessionIsGone(error: unknown): void {
  if (!(error instanceof ApiError && error.is('auth.required'))) throw error
  markSignedOut()
}
