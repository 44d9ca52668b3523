import { Email } from '@coffer/contract/email-address'
import { Button, TextInput } from '@mantine/core'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/api.ts'
import { fieldErrorsOf, validateField } from '../../lib/form-errors.ts'
import { type MailDraft, sendTestMail } from './setup-values.api.ts'
import classes from './step-form.module.css'

interface Result {
  /** The settings that were tested: the result is gone once they change. */
  tested: string
  isSent: boolean
  text: string
}

interface MailTestProps {
  draft: MailDraft
  /** Called after each test. */
  onResult: (draft: MailDraft, isPassed: boolean) => void
}

/** Sends a real email with the settings in the form. */
export function MailTest({ draft, onResult }: MailTestProps) {
  const { t } = useTranslation()
  const [to, setTo] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [result, setResult] = useState<Result | null>(null)
  const [isBusy, setBusy] = useState(false)
  const current = JSON.stringify([draft, to])
  const shown = result?.tested === current ? result : null

  const messageOf = (cause: unknown): string => {
    const [first] = Object.values(fieldErrorsOf(cause))
    const problem = cause instanceof ApiError ? cause.problem?.message : undefined
    return first ?? problem ?? t('setup.failed_to_load')
  }
  async function test(): Promise<void> {
    const invalid = validateField(Email, to)
    setError(invalid)
    if (invalid !== null) return
    setBusy(true)
    try {
      const { is_sent: isSent, answer } = await sendTestMail(to, draft)
      const text = isSent
        ? t('setup.mail_sent', { to })
        : t('setup.mail_refused', { answer: answer ?? '–' })
      setResult({ tested: current, isSent, text })
      onResult(draft, isSent)
    } catch (cause) {
      setResult({ tested: current, isSent: false, text: messageOf(cause) })
      onResult(draft, false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={classes.test}>
        <TextInput
          label={t('setup.mail_to')}
          value={to}
          error={error}
          inputMode="email"
          autoComplete="email"
          onChange={event => {
            setTo(event.currentTarget.value)
            setError(null)
          }}
        />
        <Button
          variant="default"
          leftSection={<Send size={16} strokeWidth={1.75} aria-hidden />}
          loading={isBusy}
          onClick={() => void test()}
        >
          {t('setup.mail_test')}
        </Button>
      </div>
      <p role="status" className={classes.result} data-passed={shown?.isSent}>
        {shown?.text}
      </p>
    </>
  )
}
