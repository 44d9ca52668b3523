import { testSocialLogin } from '@coffer/contract/settings'
import { PROVIDER_NAMES, type SocialProvider, socialCallback } from '@coffer/contract/social'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { CopyField } from './copy-field.tsx'
import { SecretSetting } from './secret-setting.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useForm } from './settings-form-context.ts'
import { SwitchSetting } from './switch-setting.tsx'
import { TestPanel, type TestResult } from './test-panel.tsx'
import { TextSetting } from './text-settings.tsx'

/** A provider that people can sign in with. */
export function ProviderCard({ provider }: { provider: SocialProvider }) {
  const { t } = useTranslation()
  const name = PROVIDER_NAMES[provider]
  return (
    <SettingsCard
      title={name}
      text={t('sign_in_settings.provider_text', { name })}
      aside={<ProviderTest provider={provider} />}
    >
      <SwitchSetting
        name={`allowed_${provider}_login`}
        help={t('sign_in_settings.provider_allowed_help')}
      />
      <TextSetting name={`${provider}_client_id`} input={{ spellCheck: false }} />
      <SecretSetting name={`${provider}_client_secret`} />
      <CopyField
        label={t('sign_in_settings.callback')}
        value={config().host + socialCallback.path.replace(':provider', provider)}
        help={t('sign_in_settings.callback_help', { name })}
      />
    </SettingsCard>
  )
}

/** Asks the provider whether it accepts the id and secret in the form. */
function ProviderTest({ provider }: { provider: SocialProvider }) {
  const { t } = useTranslation()
  const form = useForm()
  const name = PROVIDER_NAMES[provider]
  const clientId = form.valueOf(`${provider}_client_id`)
  const draft = form.secretDraftOf(`${provider}_client_secret`)
  const hasSecret = draft !== null && (draft ?? form.secretOf(`${provider}_client_secret`)?.is_set)
  const run = async (): Promise<TestResult> => {
    const { data } = await api(testSocialLogin, {
      body: {
        provider,
        client_id: clientId ?? undefined,
        client_secret: draft ?? undefined,
      },
    })
    return {
      isPassed: data.result === 'accepted',
      text: t(`sign_in_settings.test_${data.result}`, { name }),
      details: data.answer === null ? [] : [data.answer],
    }
  }
  return (
    <TestPanel
      text={t('sign_in_settings.test_text', { name })}
      button={t('sign_in_settings.test')}
      run={run}
      tested={[clientId, draft]}
      disabled={!clientId || !hasSecret}
    />
  )
}
