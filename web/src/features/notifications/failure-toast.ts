import i18next from 'i18next'
import { ApiError } from '../../lib/api.ts'
import { dangerToast } from '../../ui/toasts/toasts.ts'

/** By a toast: a popup lies outside of the centre, and to answer it would close the centre. */
export function showFailureToast(error: unknown): void {
  const problem = error instanceof ApiError ? error.problem : null
  // The session has ended: sign-in opens by itself.
  if (problem?.code === 'auth.required') return
  dangerToast(problem?.message ?? i18next.t('popup_error.message'))
}
