import { MAIL_DRIVERS, SMTP_ENCRYPTIONS } from '@coffer/contract/setting-values'
import { useTranslation } from 'react-i18next'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { type MailDriver, presetHost, regionIn, regionsOf } from './mail-presets.ts'
import { MailTest } from './mail-test.tsx'
import { NumberSetting } from './number-settings.tsx'
import { SecretSetting } from './secret-setting.tsx'
import { FieldLabel, FieldNotes } from './setting-field.tsx'
import { SettingsCard, SettingsRow } from './settings-card.tsx'
import { useForm, useSetting } from './settings-form-context.ts'
import { SelectSetting, TextSetting } from './text-settings.tsx'

const STARTTLS_PORT = 587

/** The mail server, with presets of three providers and a test. */
export function MailCard() {
  const { t } = useTranslation()
  const { value: driver = 'none' } = useSetting<MailDriver>('mail_driver')
  const sends = driver !== 'none' && driver !== null
  return (
    <SettingsCard
      title={t('admin_settings.mail')}
      text={t('admin_settings.mail_text')}
      aside={<FormMailTest isDisabled={!sends} />}
    >
      <DriverSetting />
      {sends && (
        <>
          <SettingsRow>
            <TextSetting
              name="smtp_host"
              input={{ spellCheck: false, placeholder: 'smtp.example.com' }}
            />
            <NumberSetting name="smtp_port" />
          </SettingsRow>
          <SelectSetting
            name="smtp_encryption"
            options={SMTP_ENCRYPTIONS.map(value => ({
              value,
              label: t(`admin_settings.smtp_${value}`),
            }))}
          />
          <TextSetting name="smtp_username" input={{ spellCheck: false }} />
          <SecretSetting name="smtp_password" />
        </>
      )}
      <SettingsRow>
        <TextSetting
          name="mail_from_address"
          help={t('admin_settings.mail_from_address_help')}
          input={{ inputMode: 'email' }}
        />
        <TextSetting name="mail_from_name" help={t('admin_settings.mail_from_name_help')} />
      </SettingsRow>
    </SettingsCard>
  )
}

/** The provider. Choosing one fills in its server. */
function DriverSetting() {
  const { t } = useTranslation()
  const driver = useSetting<MailDriver>('mail_driver')
  const host = useSetting<string>('smtp_host')
  const port = useSetting<number>('smtp_port')
  const encryption = useSetting<string>('smtp_encryption')
  const current = driver.value ?? 'none'
  const regions = regionsOf(current)
  const fillIn = (next: MailDriver, region: string) => {
    const preset = presetHost(next, region)
    if (preset === null) return
    host.setValue(preset)
    port.setValue(STARTTLS_PORT)
    encryption.setValue('tls')
  }
  const choose = (next: MailDriver) => {
    driver.setValue(next)
    fillIn(next, regionIn(next, null))
  }
  return (
    <SettingsRow>
      <div>
        <SelectInput
          name="mail_driver"
          label={<FieldLabel isChanged={driver.isChanged}>{driver.label}</FieldLabel>}
          error={driver.error}
          disabled={driver.isReadOnly}
          data={MAIL_DRIVERS.map(value => ({ value, label: t(`admin_settings.mail_${value}`) }))}
          value={current}
          onChange={({ currentTarget: { value } }) => choose(value as MailDriver)}
        />
        <FieldNotes
          name="mail_driver"
          help={
            current === 'none'
              ? t('admin_settings.mail_none_help')
              : current !== 'smtp' && t('admin_settings.mail_preset_help')
          }
        />
      </div>
      {regions.length > 0 && (
        <SelectInput
          label={t('admin_settings.mail_region')}
          disabled={host.isReadOnly}
          data={regions.map(value => ({
            value,
            label:
              value === 'us' || value === 'eu' ? t(`admin_settings.mail_region_${value}`) : value,
          }))}
          value={regionIn(current, host.value ?? null)}
          onChange={({ currentTarget: { value } }) => fillIn(current, value)}
        />
      )}
    </SettingsRow>
  )
}

const TESTED = [
  'mail_driver',
  'smtp_host',
  'smtp_port',
  'smtp_username',
  'smtp_encryption',
  'mail_from_address',
  'mail_from_name',
] as const

/** Sends a test email with what is in the form. */
function FormMailTest({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation()
  const form = useForm()
  const values = Object.fromEntries(
    TESTED.filter(name => form.isChanged(name)).map(name => [name, form.valueOf(name)]),
  )
  return (
    <MailTest
      text={t('admin_settings.mail_test_text')}
      values={values}
      password={form.secretDraftOf('smtp_password')}
      isDisabled={isDisabled}
    />
  )
}
