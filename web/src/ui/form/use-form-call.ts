import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'

/** Sends a form, marks the fields that the server refused, and keeps whatever was typed. */
export function useFormCall<V extends Record<string, unknown>>(
  form: UseFormReturnType<V>,
  call: (values: V) => Promise<unknown>,
) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /** To the first field that has something to be put right. */
  const goToFault = (faults: object) => {
    const [first] = Object.keys(form.values).filter(field => field in faults)
    if (first) form.getInputNode(first)?.focus()
  }

  const submit = form.onSubmit(async values => {
    setBusy(true)
    setFailure(null)
    try {
      await call(values)
    } catch (error) {
      const faults = fieldErrorsOf(error)
      form.setErrors(faults)
      const known = Object.keys(faults).some(field => field in values)
      goToFault(faults)
      if (!known) setFailure(messageOf(error) ?? t('popup_error.message'))
    } finally {
      setBusy(false)
    }
  }, goToFault)

  const messageOf = (error: unknown): string | null => {
    if (!(error instanceof ApiError)) return null
    return error.status === 0 ? t('shell.offline') : (error.problem?.message ?? null)
  }

  return { submit, busy, failure }
}
