import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'

/** Runs a call that is not a form's, and keeps whether it runs and the message of its failure. */
export function useCall() {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async (call: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await call()
    } catch (error) {
      const message = error instanceof ApiError ? error.problem?.message : undefined
      setFailure(message ?? t('popup_error.message'))
    } finally {
      setBusy(false)
    }
  }
  return { run, busy, failure }
}
