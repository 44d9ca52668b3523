import { useTranslation } from 'react-i18next'
import { SettingsCard, SettingsRow } from '../../features/settings/settings-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { SwitchSetting } from '../../features/settings/switch-setting.tsx'
import { TextSetting } from '../../features/settings/text-settings.tsx'
import { useSettingsForm } from '../../features/settings/use-settings-form.ts'

/** `/admin/settings/adsense`: the client and its slots, never markup. */
export function SettingsAdsensePage() {
  const { t } = useTranslation()
  const form = useSettingsForm({
    values: {
      allowed_adsense: t('admin_settings.allowed_adsense'),
      adsense_client_id: t('admin_settings.adsense_client_id'),
      adsense_banner_01: t('admin_settings.adsense_banner_01'),
      adsense_banner_02: t('admin_settings.adsense_banner_02'),
      adsense_banner_03: t('admin_settings.adsense_banner_03'),
    },
  })
  return (
    <SettingsPage title={t('admin_settings.adsense')} form={form}>
      <SettingsCard
        title={t('admin_settings.adsense_card')}
        text={t('admin_settings.adsense_text')}
      >
        <SwitchSetting name="allowed_adsense" help={t('admin_settings.allowed_adsense_help')} />
        <TextSetting
          name="adsense_client_id"
          help={t('admin_settings.adsense_client_id_help')}
          input={{ placeholder: 'ca-pub-0000000000000000' }}
        />
      </SettingsCard>
      <SettingsCard
        title={t('admin_settings.adsense_slots')}
        text={t('admin_settings.adsense_slots_text')}
      >
        <SettingsRow>
          <TextSetting name="adsense_banner_01" input={{ inputMode: 'numeric' }} />
          <TextSetting name="adsense_banner_02" input={{ inputMode: 'numeric' }} />
          <TextSetting name="adsense_banner_03" input={{ inputMode: 'numeric' }} />
        </SettingsRow>
      </SettingsCard>
    </SettingsPage>
  )
}
