import { PROVIDER_NAMES, SOCIAL_PROVIDERS, type SocialProvider } from '@coffer/contract/social'
import { useTranslation } from 'react-i18next'
import { NumberSetting } from '../../features/settings/number-settings.tsx'
import { OpenidCard } from '../../features/settings/openid-card.tsx'
import { ProviderCard } from '../../features/settings/provider-card.tsx'
import { RegistrationCard } from '../../features/settings/registration-card.tsx'
import { SettingsCard } from '../../features/settings/settings-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { SwitchSetting } from '../../features/settings/switch-setting.tsx'
import { useSettingsForm } from '../../features/settings/use-settings-form.ts'

/** `/admin/settings/sign-in`: registration, sessions, second factor and providers. */
export function SettingsSignInPage() {
  const { t } = useTranslation()
  const providerLabels = Object.fromEntries(
    SOCIAL_PROVIDERS.flatMap(provider => {
      const name = PROVIDER_NAMES[provider]
      return [
        [`allowed_${provider}_login`, t('sign_in_settings.provider_allowed', { name })],
        [`${provider}_client_id`, t('sign_in_settings.client_id', { name })],
      ]
    }),
  ) as Record<`allowed_${SocialProvider}_login` | `${SocialProvider}_client_id`, string>
  const secretLabels = Object.fromEntries(
    SOCIAL_PROVIDERS.map(provider => [
      `${provider}_client_secret`,
      t('sign_in_settings.client_secret', { name: PROVIDER_NAMES[provider] }),
    ]),
  ) as Record<`${SocialProvider}_client_secret`, string>
  const form = useSettingsForm({
    values: {
      registration: t('sign_in_settings.registration_who'),
      registration_domains: t('sign_in_settings.registration_domains_label'),
      user_verification: t('sign_in_settings.user_verification'),
      two_factor_required: t('sign_in_settings.two_factor_required'),
      session_days: t('sign_in_settings.session_days'),
      ...providerLabels,
      allowed_openid_login: t('sign_in_settings.openid_allowed'),
      openid_issuer: t('sign_in_settings.openid_issuer'),
      openid_client_id: t('sign_in_settings.openid_client_id'),
      openid_scopes: t('sign_in_settings.openid_scopes'),
      openid_label: t('sign_in_settings.openid_label'),
      openid_creates_accounts: t('sign_in_settings.openid_creates_accounts'),
      openid_role_claim: t('sign_in_settings.openid_role_claim'),
      openid_admin_value: t('sign_in_settings.openid_admin_value'),
    },
    secrets: {
      ...secretLabels,
      openid_client_secret: t('sign_in_settings.openid_client_secret'),
    },
  })
  return (
    <SettingsPage title={t('sign_in_settings.title')} form={form}>
      <RegistrationCard />
      <SettingsCard title={t('sign_in_settings.security')}>
        <SwitchSetting
          name="two_factor_required"
          help={t('sign_in_settings.two_factor_required_help')}
        />
        <NumberSetting
          name="session_days"
          unit={t('admin_settings.days')}
          meaning={count => t('sign_in_settings.session_days_help', { count })}
        />
      </SettingsCard>
      <OpenidCard />
      {SOCIAL_PROVIDERS.map(provider => (
        <ProviderCard key={provider} provider={provider} />
      ))}
    </SettingsPage>
  )
}
