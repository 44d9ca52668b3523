import { testEmailSettings } from '@coffer/contract/settings'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { TestPanel, type TestResult } from './test-panel.tsx'

type TestInput = Parameters<typeof api<typeof testEmailSettings>>[1]['body']

interface MailTestProps {
  text: string
  /** Settings that are not saved yet; the saved ones are used for all others. */
  values?: NonNullable<TestInput['values']>
  /** A password that is not saved yet; null for none. */
  password?: string | null | undefined
  isDisabled: boolean
}

/** Sends a real email to the administrator. */
export function MailTest({ text, values = {}, password, isDisabled }: MailTestProps) {
  const { t } = useTranslation()
  const run = async (): Promise<TestResult> => {
    const { data } = await api(testEmailSettings, {
      body: { values, secrets: { smtp_password: password } },
    })
    return {
      isPassed: data.is_sent,
      text: data.is_sent
        ? t('admin_settings.mail_test_sent', { email: data.to })
        : t('admin_settings.mail_test_failed'),
      details: data.answer === null ? [] : [data.answer],
    }
  }
  return (
    <TestPanel
      text={text}
      button={t('admin_settings.mail_test')}
      run={run}
      tested={[values, password]}
      disabled={isDisabled}
    />
  )
}
