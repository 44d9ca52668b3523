import i18next from 'i18next'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { dangerToast } from '../toasts/toasts.ts'

/** The message for a value that was not saved. @param name the name of its field in the API */
export function saveFailureText(error: unknown, name: string): string {
  const problem = error instanceof ApiError ? error.problem : null
  return fieldErrorsOf(error)[name] ?? problem?.message ?? i18next.t('popup_error.message')
}

/** Reports a value that was not saved after its field has been closed. */
export const saveFailureToast = (error: unknown, name: string, label: string): void =>
  dangerToast(
    i18next.t('auto_save.failed', { field: label, message: saveFailureText(error, name) }),
  )
