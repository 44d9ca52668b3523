import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { failurePopup } from '../popups/popups.ts'

/**
 * Submits a form, marks the fields that the server rejected, and keeps the typed values. A failure
 * after the form was closed is shown as a popup.
 */
export function useFormCall<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  call: (values: V) => Promise<unknown>,
) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const isMounted = useIsMounted()

  /** Focuses the first invalid field. */
  const focusFirstError = (fieldErrors: object) => {
    const [first] = Object.keys(form.values).filter(field => field in fieldErrors)
    if (first) form.getInputNode(first)?.focus()
  }

  const submit = form.onSubmit(async values => {
    setBusy(true)
    setFailure(null)
    try {
      await call(values)
    } catch (error) {
      if (!isMounted.current) return failurePopup(error)
      const fieldErrors = fieldErrorsOf(error)
      form.setErrors(fieldErrors)
      const isFieldError = Object.keys(fieldErrors).some(field => field in values)
      focusFirstError(fieldErrors)
      if (!isFieldError) setFailure(messageOf(error) ?? t('popup_error.message'))
    } finally {
      setBusy(false)
    }
  }, focusFirstError)

  const messageOf = (error: unknown): string | null => {
    if (!(error instanceof ApiError)) return null
    return error.status === 0 ? t('shell.offline') : (error.problem?.message ?? null)
  }

  return { submit, busy, failure }
}
