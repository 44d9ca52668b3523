import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { type StorageDraft, testStorage } from './setup-values.api.ts'
import classes from './step-form.module.css'

interface Result {
  /** The settings that were tested: the result is gone once they change. */
  tested: string
  isPassed: boolean
  text: string
}

interface StorageTestProps {
  draft: StorageDraft
  /** Called after each test. */
  onResult: (draft: StorageDraft, isPassed: boolean) => void
}

/** Writes, reads and deletes objects with the settings in the form. */
export function StorageTest({ draft, onResult }: StorageTestProps) {
  const { t } = useTranslation()
  const [result, setResult] = useState<Result | null>(null)
  const [isBusy, setBusy] = useState(false)
  const tested = JSON.stringify(draft)
  const shown = result?.tested === tested ? result : null

  async function test(): Promise<void> {
    setBusy(true)
    try {
      const { is_passed: isPassed, checks } = await testStorage(draft)
      const failed = checks.find(({ passed, is_needed }) => !passed && is_needed)
      const text = failed
        ? `${t('setup.storage_test_refused')} ${t(`setup.storage_check_${failed.check}`)}${failed.answer === null ? '' : `: ${failed.answer}`}`
        : t('setup.storage_test_passed')
      setResult({ tested, isPassed, text })
      onResult(draft, isPassed)
    } catch (cause) {
      const [first] = Object.values(fieldErrorsOf(cause))
      const problem = cause instanceof ApiError ? cause.problem?.message : undefined
      setResult({
        tested,
        isPassed: false,
        text: first ?? problem ?? t('setup.failed_to_load'),
      })
      onResult(draft, false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button variant="default" loading={isBusy} onClick={() => void test()}>
        {t('setup.storage_test')}
      </Button>
      <p role="status" className={classes.result} data-passed={shown?.isPassed}>
        {shown?.text}
      </p>
    </div>
  )
}
