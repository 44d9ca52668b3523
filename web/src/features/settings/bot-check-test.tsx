import { testRecaptcha } from '@coffer/contract/settings'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { useForm } from './settings-form-context.ts'
import { TestPanel, type TestResult } from './test-panel.tsx'

const GOOGLE = 'https://www.google.com/recaptcha/api'

interface Recaptcha {
  ready: (then: () => void) => void
  execute: (siteKey: string, options: { action: string }) => Promise<string>
}

/** Solves a challenge with any site key, unlike the check at sign-up. @throws if it does not load */
async function solveChallenge(siteKey: string): Promise<string> {
  const script = document.createElement('script')
  script.src = `${config().recaptchaUrl ?? GOOGLE}.js?render=${encodeURIComponent(siteKey)}`
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  script.onload = () => resolve()
  script.onerror = () => reject(new Error('The challenge could not be loaded.'))
  document.head.append(script)
  await promise
  script.remove()
  const { grecaptcha } = window as unknown as { grecaptcha: Recaptcha }
  await new Promise<void>(ready => grecaptcha.ready(ready))
  return grecaptcha.execute(siteKey, { action: 'settings' })
}

/** Tests the keys of the bot check as they are in the form. */
export function BotCheckTest() {
  const { t } = useTranslation()
  const form = useForm()
  const siteKey = form.valueOf('recaptcha_site_key')
  const secret = form.secretDraftOf('recaptcha_secret_key')
  const hasSecret = secret !== null && (secret ?? form.secretOf('recaptcha_secret_key')?.is_set)
  const run = async (): Promise<TestResult> => {
    const token = await solveChallenge(siteKey ?? '').catch(() => null)
    if (token === null) return { isPassed: false, text: t('admin_settings.recaptcha_not_loaded') }
    const { data } = await api(testRecaptcha, {
      body: {
        values: { recaptcha_site_key: siteKey },
        secrets: { recaptcha_secret_key: secret },
        token,
      },
    })
    return {
      isPassed: data.is_passed,
      text: data.is_passed
        ? t('admin_settings.recaptcha_passed', { score: data.score ?? '–' })
        : t('admin_settings.recaptcha_refused', { answer: data.answer ?? '–' }),
    }
  }
  return (
    <TestPanel
      text={t('admin_settings.recaptcha_test_text')}
      button={t('admin_settings.recaptcha_test')}
      run={run}
      tested={[siteKey, secret]}
      disabled={!siteKey || !hasSecret}
    />
  )
}
