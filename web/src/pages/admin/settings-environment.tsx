import { LIVE_PATH } from '@coffer/contract/live'
import { useTranslation } from 'react-i18next'
import { ConnectionTest } from '../../features/live/connection-test.tsx'
import { MailCard } from '../../features/settings/mail-card.tsx'
import { DatabaseCard, DiskCard, Facts } from '../../features/settings/server-facts.tsx'
import { HelpText } from '../../features/settings/setting-field.tsx'
import { SettingsCard } from '../../features/settings/settings-card.tsx'
import { SettingsPage } from '../../features/settings/settings-page.tsx'
import { StorageCard } from '../../features/settings/storage-card.tsx'
import { useSettingsForm } from '../../features/settings/use-settings-form.ts'
import { config } from '../../lib/config.ts'

/** `/admin/settings/environment`: mail, storage, realtime and the database. */
export function SettingsEnvironmentPage() {
  const { t } = useTranslation()
  const form = useSettingsForm({
    values: {
      mail_driver: t('admin_settings.mail_driver'),
      smtp_host: t('admin_settings.smtp_host'),
      smtp_port: t('admin_settings.smtp_port'),
      smtp_encryption: t('admin_settings.smtp_encryption'),
      smtp_username: t('admin_settings.smtp_username'),
      mail_from_address: t('admin_settings.mail_from_address'),
      mail_from_name: t('admin_settings.mail_from_name'),
      storage_driver: t('admin_settings.storage_driver'),
      s3_endpoint: t('admin_settings.s3_endpoint'),
      s3_region: t('admin_settings.s3_region'),
      s3_bucket: t('admin_settings.s3_bucket'),
      s3_prefix: t('admin_settings.s3_prefix'),
      s3_access_key_id: t('admin_settings.s3_access_key_id'),
      s3_path_style: t('admin_settings.s3_path_style'),
    },
    secrets: {
      smtp_password: t('admin_settings.smtp_password'),
      s3_secret_access_key: t('admin_settings.s3_secret_access_key'),
    },
  })
  return (
    <SettingsPage title={t('admin_settings.environment')} form={form}>
      <MailCard />
      <StorageCard />
      <DiskCard />
      <RealtimeCard />
      <DatabaseCard />
    </SettingsPage>
  )
}

function RealtimeCard() {
  const { t } = useTranslation()
  const { host, broadcasting } = config()
  const isOn = broadcasting === 'websocket'
  return (
    <SettingsCard title={t('admin_settings.realtime')} text={t('admin_settings.realtime_text')}>
      <Facts
        facts={[
          [
            t('admin_settings.realtime_state'),
            t(isOn ? 'admin_settings.realtime_on' : 'admin_settings.realtime_off'),
          ],
          [t('admin_settings.realtime_address'), host.replace(/^http/, 'ws') + LIVE_PATH],
        ]}
      />
      {isOn && (
        <div>
          <HelpText>{t('admin_settings.realtime_test_text')}</HelpText>
          <ConnectionTest />
        </div>
      )}
    </SettingsCard>
  )
}
