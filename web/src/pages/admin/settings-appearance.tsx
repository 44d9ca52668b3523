import { DEFAULT_COLOR } from '@coffer/contract/accent-color'
import type { LogoName } from '@coffer/contract/logos'
import { useTranslation } from 'react-i18next'
import { AppearancePreview } from '../../features/settings/appearance-preview.tsx'
import { ColorCard } from '../../features/settings/color-card.tsx'
import { LogosCard } from '../../features/settings/logos-card.tsx'
import { SettingsCard, SettingsRow } from '../../features/settings/settings-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { shownLogos } from '../../features/settings/shown-logos.ts'
import { SelectSetting, TextSetting } from '../../features/settings/text-settings.tsx'
import { TimeZoneSetting } from '../../features/settings/time-zone-setting.tsx'
import { useLogoDrafts } from '../../features/settings/use-logo-drafts.ts'
import { useSettingsForm } from '../../features/settings/use-settings-form.ts'

/** `/admin/settings/appearance`: name, colour and pictures, with a live preview. */
export function SettingsAppearancePage() {
  const { t } = useTranslation()
  const logos = useLogoDrafts()
  const form = useSettingsForm({
    values: {
      app_title: t('admin_settings.app_title'),
      app_description: t('admin_settings.app_description'),
      app_color: t('admin_settings.app_color'),
      default_theme_mode: t('admin_settings.default_theme_mode'),
      default_emoji: t('admin_settings.default_emoji'),
      timezone: t('admin_settings.timezone'),
    },
    part: logos.part,
  })
  const savedLogos = form.query.data?.values
  const shown = shownLogos((name: LogoName) => {
    const draft = logos.drafts[name]
    if (draft !== undefined) return draft?.url ?? null
    return savedLogos?.[name].value ?? null
  })
  const typed = form.valueOf('app_color') ?? DEFAULT_COLOR
  // While a code is being typed, the last whole one is shown.
  const color = /^#[0-9a-f]{6}$/.test(typed)
    ? typed
    : (savedLogos?.app_color.value ?? DEFAULT_COLOR)
  return (
    <SettingsPage
      title={t('admin_settings.appearance')}
      form={form}
      preview={
        <AppearancePreview title={form.valueOf('app_title') ?? ''} color={color} logos={shown} />
      }
    >
      <SettingsCard title={t('admin_settings.appearance_name')}>
        <SettingsRow>
          <TextSetting
            name="app_title"
            emptyValue=""
            help={t('admin_settings.app_title_help')}
            input={{ maxLength: 60 }}
          />
          <TextSetting
            name="app_description"
            help={t('admin_settings.app_description_help')}
            input={{ maxLength: 300 }}
          />
        </SettingsRow>
      </SettingsCard>
      <LogosCard logos={logos} shown={shown} />
      <ColorCard color={color} />
      <SettingsCard title={t('admin_settings.defaults')} text={t('admin_settings.defaults_text')}>
        <SettingsRow>
          <SelectSetting
            name="default_theme_mode"
            options={[
              { value: 'system', label: t('admin_settings.theme_system') },
              { value: 'light', label: t('admin_settings.light') },
              { value: 'dark', label: t('admin_settings.dark') },
            ]}
          />
          <SelectSetting
            name="default_emoji"
            options={(['twemoji', 'applemoji'] as const).map(value => ({
              value,
              label: t(`admin_settings.emoji_${value}`),
            }))}
          />
        </SettingsRow>
        <TimeZoneSetting />
      </SettingsCard>
    </SettingsPage>
  )
}
