import { limitsMembers, limitsStorage } from '@coffer/contract/account-limits'
import { useTranslation } from 'react-i18next'
import { BotCheckTest } from '../../features/settings/bot-check-test.tsx'
import { NumberSetting, SizeSetting } from '../../features/settings/number-settings.tsx'
import { SecretSetting } from '../../features/settings/secret-setting.tsx'
import { SettingsCard, SettingsRow } from '../../features/settings/settings-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { SubscriptionTypeCard } from '../../features/settings/subscription-type-card.tsx'
import { SwitchSetting } from '../../features/settings/switch-setting.tsx'
import { TextAreaSetting, TextSetting } from '../../features/settings/text-settings.tsx'
import { useSettingsForm } from '../../features/settings/use-settings-form.ts'
import { useFormat } from '../../lib/use-format.ts'

/** `/admin/settings/others`: limits, uploads, retention, bot check, contact, licence and maintenance. */
export function SettingsOthersPage() {
  const { t } = useTranslation()
  const form = useSettingsForm({
    values: {
      subscription_type: t('admin_settings.subscription_type'),
      upload_limit: t('admin_settings.upload_limit'),
      chunk_size: t('admin_settings.chunk_size'),
      mimetypes_blacklist: t('admin_settings.mimetypes_blacklist'),
      storage_limitation: t('admin_settings.storage_limitation'),
      default_max_storage_amount: t('admin_settings.default_max_storage_amount'),
      default_max_team_member: t('admin_settings.default_max_team_member'),
      trash_days: t('admin_settings.trash_days'),
      versions_kept: t('admin_settings.versions_kept'),
      audit_retention_days: t('admin_settings.audit_retention_days'),
      allowed_recaptcha: t('admin_settings.allowed_recaptcha'),
      recaptcha_site_key: t('admin_settings.recaptcha_site_key'),
      contact_email: t('admin_settings.contact_email'),
      google_analytics: t('admin_settings.google_analytics'),
      maintenance_mode: t('admin_settings.maintenance_mode'),
      maintenance_message: t('admin_settings.maintenance_message'),
    },
    secrets: {
      recaptcha_secret_key: t('admin_settings.recaptcha_secret_key'),
      purchase_code: t('admin_settings.purchase_code'),
    },
  })
  return (
    <SettingsPage title={t('admin_settings.others')} form={form}>
      <SubscriptionTypeCard />
      <UploadsCard />
      <StorageCard
        limits={{
          subscription_type: form.valueOf('subscription_type') ?? 'none',
          storage_limitation: form.valueOf('storage_limitation') === true,
        }}
      />
      <RetentionCard />
      <SettingsCard
        title={t('admin_settings.bot_check')}
        text={t('admin_settings.bot_check_text')}
        aside={<BotCheckTest />}
      >
        <SwitchSetting name="allowed_recaptcha" help={t('admin_settings.allowed_recaptcha_help')} />
        <TextSetting name="recaptcha_site_key" />
        <SecretSetting name="recaptcha_secret_key" />
      </SettingsCard>
      <SettingsCard title={t('admin_settings.contact')}>
        <SettingsRow>
          <TextSetting
            name="contact_email"
            help={t('admin_settings.contact_email_help')}
            input={{ inputMode: 'email' }}
          />
          <TextSetting name="google_analytics" help={t('admin_settings.google_analytics_help')} />
        </SettingsRow>
      </SettingsCard>
      <SettingsCard title={t('admin_settings.licence')}>
        <SecretSetting name="purchase_code" help={t('admin_settings.purchase_code_help')} />
      </SettingsCard>
      <SettingsCard title={t('admin_settings.maintenance')}>
        <SwitchSetting name="maintenance_mode" help={t('admin_settings.maintenance_mode_help')} />
        <TextAreaSetting
          name="maintenance_message"
          help={t('admin_settings.maintenance_message_help')}
        />
      </SettingsCard>
    </SettingsPage>
  )
}

function UploadsCard() {
  const { t } = useTranslation()
  const { bytes } = useFormat()
  return (
    <SettingsCard title={t('admin_settings.uploads')}>
      <SettingsRow>
        <SizeSetting
          name="upload_limit"
          units={['MB', 'GB', 'TB']}
          meaning={size =>
            size === 0
              ? t('admin_settings.upload_limit_none')
              : t('admin_settings.upload_limit_some', { size: bytes(size) })
          }
        />
        <SizeSetting
          name="chunk_size"
          units={['MiB']}
          meaning={size => t('admin_settings.chunk_size_text', { size: bytes(size) })}
        />
      </SettingsRow>
      <TextAreaSetting
        name="mimetypes_blacklist"
        emptyValue=""
        rows={2}
        help={t('admin_settings.mimetypes_blacklist_help')}
      />
    </SettingsCard>
  )
}

interface StorageCardProps {
  limits: Parameters<typeof limitsStorage>[0]
}

/** Limits of accounts, as far as the type of subscriptions has them. */
function StorageCard({ limits }: StorageCardProps) {
  const { t } = useTranslation()
  const type = limits.subscription_type
  const { bytes } = useFormat()
  const storageMeaning = (size: number) => {
    if (!limitsStorage(limits))
      return t(`admin_settings.default_storage_${type === 'metered' ? 'metered' : 'off'}`)
    return size === 0
      ? t('admin_settings.default_storage_none')
      : t('admin_settings.default_storage_some', { size: bytes(size) })
  }
  const membersMeaning = (count: number) => {
    if (!limitsMembers(limits)) return t('admin_settings.team_member_unused')
    if (count < 0) return t('admin_settings.team_member_any')
    return count === 0
      ? t('admin_settings.team_member_none')
      : t('admin_settings.team_member_some', { count })
  }
  return (
    <SettingsCard title={t('admin_settings.storage_limits')}>
      {type === 'none' && (
        <SwitchSetting
          name="storage_limitation"
          help={t('admin_settings.storage_limitation_help')}
        />
      )}
      <SettingsRow>
        <SizeSetting
          name="default_max_storage_amount"
          units={['MB', 'GB', 'TB']}
          meaning={storageMeaning}
        />
        <NumberSetting name="default_max_team_member" meaning={membersMeaning} />
      </SettingsRow>
    </SettingsCard>
  )
}

function RetentionCard() {
  const { t } = useTranslation()
  const days = t('admin_settings.days')
  return (
    <SettingsCard title={t('admin_settings.keeping')}>
      <SettingsRow>
        <NumberSetting
          name="trash_days"
          unit={days}
          meaning={count =>
            count === 0
              ? t('admin_settings.trash_days_none')
              : t('admin_settings.trash_days_some', { count })
          }
        />
        <NumberSetting
          name="versions_kept"
          meaning={count =>
            count === 0
              ? t('admin_settings.versions_none')
              : t('admin_settings.versions_some', { count })
          }
        />
        <NumberSetting
          name="audit_retention_days"
          unit={days}
          meaning={count =>
            count === 0 ? t('admin_settings.audit_none') : t('admin_settings.audit_some', { count })
          }
        />
      </SettingsRow>
    </SettingsCard>
  )
}
