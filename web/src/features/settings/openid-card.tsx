import type { SecretName, SettingName } from '@coffer/contract/setting-values'
import { OPENID_TEST_RESULTS, type OpenidTestResult, testOpenid } from '@coffer/contract/settings'
import { socialCallback } from '@coffer/contract/social'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { CopyField } from './copy-field.tsx'
import { SecretSetting } from './secret-setting.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useForm } from './settings-form-context.ts'
import { SwitchSetting } from './switch-setting.tsx'
import classes from './test-panel.module.css'
import { TestPanel, type TestResult } from './test-panel.tsx'
import { TextSetting } from './text-settings.tsx'

/** Values that a test signs in with, as they are saved. */
const TESTED: readonly (SettingName | SecretName)[] = [
  'openid_issuer',
  'openid_client_id',
  'openid_client_secret',
  'openid_scopes',
]

/** Sign-in with any OpenID Connect provider. */
export function OpenidCard() {
  const { t } = useTranslation()
  const address = config().host + socialCallback.path.replace(':provider', 'openid')
  return (
    <SettingsCard
      title={t('sign_in_settings.openid')}
      text={t('sign_in_settings.openid_text')}
      aside={<OpenidTest />}
    >
      <SwitchSetting name="allowed_openid_login" help={t('sign_in_settings.openid_allowed_help')} />
      <TextSetting
        name="openid_issuer"
        help={t('sign_in_settings.openid_issuer_help')}
        input={{ spellCheck: false, placeholder: 'https://login.example.com' }}
      />
      <TextSetting name="openid_client_id" input={{ spellCheck: false }} />
      <SecretSetting name="openid_client_secret" />
      <CopyField
        label={t('sign_in_settings.callback')}
        value={address}
        help={t('sign_in_settings.openid_callback_help')}
      />
      <TextSetting
        name="openid_scopes"
        help={t('sign_in_settings.openid_scopes_help')}
        emptyValue=""
        input={{ spellCheck: false }}
      />
      <TextSetting name="openid_label" help={t('sign_in_settings.openid_label_help')} />
      <SwitchSetting
        name="openid_creates_accounts"
        help={t('sign_in_settings.openid_creates_accounts_help')}
      />
      <TextSetting
        name="openid_role_claim"
        help={t('sign_in_settings.openid_role_claim_help')}
        input={{ spellCheck: false, placeholder: 'groups' }}
      />
      <TextSetting
        name="openid_admin_value"
        help={t('sign_in_settings.openid_admin_value_help')}
        input={{ spellCheck: false }}
      />
    </SettingsCard>
  )
}

const isResult = (value: string | null): value is OpenidTestResult =>
  (OPENID_TEST_RESULTS as readonly (string | null)[]).includes(value)

/** The result of a test from which the browser has just come back. */
function takeResult(): OpenidTestResult | null {
  const value = new URLSearchParams(window.location.search).get('openid')
  return isResult(value) ? value : null
}

function OpenidTest() {
  const { t } = useTranslation()
  const form = useForm()
  const [returned] = useState(takeResult)
  const isSaved = !TESTED.some(name => form.isChanged(name))
  const isComplete =
    Boolean(form.valueOf('openid_issuer') && form.valueOf('openid_client_id')) &&
    form.secretOf('openid_client_secret')?.is_set === true
  const run = async (): Promise<TestResult> => {
    const { data } = await api(testOpenid, {})
    if (data.url !== null) window.location.assign(data.url)
    return {
      isPassed: data.is_found,
      text: t(
        data.is_found ? 'sign_in_settings.openid_found' : 'sign_in_settings.openid_not_found',
      ),
      details: data.answer === null ? [] : [data.answer],
    }
  }
  const Icon = returned === 'passed' ? CircleCheck : CircleAlert
  return (
    <>
      <TestPanel
        text={t(
          isSaved ? 'sign_in_settings.openid_test_text' : 'sign_in_settings.openid_test_save',
        )}
        button={t('sign_in_settings.openid_test')}
        run={run}
        tested={TESTED.map(name => form.isChanged(name))}
        disabled={!isSaved || !isComplete}
      />
      {returned && isSaved && (
        <div className={classes.result} data-passed={returned === 'passed'} role="status">
          <Icon size={16} strokeWidth={2} aria-hidden />
          <p>{t(`sign_in_settings.openid_result_${returned}`)}</p>
        </div>
      )}
    </>
  )
}
