import i18next from 'i18next'
import { ApiError } from '../../lib/api.ts'
import { dangerToast } from '../../ui/toasts/toasts.ts'

/** Shows an error as a toast, because answering a popup would close the notification centre. */
export function showFailureToast(error: unknown): void {
  const problem = error instanceof ApiError ? error.problem : null
  // The session has ended and sign-in opens by itself.
  if (problem?.code === 'auth.required') return
  dangerToast(problem?.message ?? i18next.t('popup_error.message'))
}
