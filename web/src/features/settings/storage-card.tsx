import { testStorageSettings } from '@coffer/contract/settings'
import {
  endpointOf,
  STORAGE_DRIVERS,
  STORAGE_PROVIDERS,
  type StorageDriver,
} from '@coffer/contract/storage-providers'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { SecretSetting } from './secret-setting.tsx'
import { FieldLabel, FieldNotes } from './setting-field.tsx'
import { SettingsCard, SettingsRow } from './settings-card.tsx'
import { useForm, useSetting } from './settings-form-context.ts'
import { SwitchSetting } from './switch-setting.tsx'
import { TestPanel, type TestResult } from './test-panel.tsx'
import { TextSetting } from './text-settings.tsx'

/** Where files are stored: on disk or in a bucket, with a test of the bucket. */
export function StorageCard() {
  const { t } = useTranslation()
  const { value } = useSetting<StorageDriver>('storage_driver')
  const driver = value ?? 'disk'
  return (
    <SettingsCard
      title={t('admin_settings.storage_place')}
      text={t('admin_settings.storage_switch_help')}
      aside={<StorageTestPanel isDisabled={driver === 'disk'} />}
    >
      <DriverSetting />
      {driver !== 'disk' && <BucketSettings driver={driver} />}
    </SettingsCard>
  )
}

function BucketSettings({ driver }: { driver: Exclude<StorageDriver, 'disk'> }) {
  const { t } = useTranslation()
  const region = useSetting('s3_region')
  const plain = { spellCheck: false, autoCapitalize: 'off' } as const
  return (
    <>
      {(STORAGE_PROVIDERS[driver].regions.length === 0 || region.isReadOnly) && (
        <TextSetting name="s3_region" input={{ ...plain, placeholder: 'us-east-1' }} />
      )}
      <TextSetting
        name="s3_endpoint"
        input={{ ...plain, inputMode: 'url', placeholder: 'https://s3.example.com' }}
      />
      <SettingsRow>
        <TextSetting name="s3_bucket" input={plain} />
        <TextSetting name="s3_prefix" help={t('admin_settings.s3_prefix_help')} input={plain} />
      </SettingsRow>
      <TextSetting
        name="s3_access_key_id"
        help={t('admin_settings.s3_access_key_id_help')}
        input={plain}
      />
      <SecretSetting name="s3_secret_access_key" />
      {driver === 'other' && (
        <SwitchSetting name="s3_path_style" help={t('admin_settings.s3_path_style_help')} />
      )}
    </>
  )
}

/** The provider and its region. Choosing them fills in the address. */
function DriverSetting() {
  const { t } = useTranslation()
  const driver = useSetting<StorageDriver>('storage_driver')
  const region = useSetting<string>('s3_region')
  const endpoint = useSetting<string>('s3_endpoint')
  const current = driver.value ?? 'disk'
  const regions = current === 'disk' || region.isReadOnly ? [] : STORAGE_PROVIDERS[current].regions
  function fillIn(next: StorageDriver, nextRegion: string | null | undefined): void {
    if (next === 'disk' || !nextRegion) return
    if (!region.isReadOnly) region.setValue(nextRegion)
    if (!endpoint.isReadOnly) endpoint.setValue(endpointOf(next, nextRegion))
  }
  function choose(next: StorageDriver): void {
    driver.setValue(next)
    if (next === 'disk' || next === 'other') return
    fillIn(next, region.isReadOnly ? region.value : STORAGE_PROVIDERS[next].regions[0])
  }
  return (
    <SettingsRow>
      <div>
        <SelectInput
          name="storage_driver"
          label={<FieldLabel isChanged={driver.isChanged}>{driver.label}</FieldLabel>}
          disabled={driver.isReadOnly}
          data={STORAGE_DRIVERS.map(value => ({
            value,
            label:
              value === 'disk' || value === 'other'
                ? t(`admin_settings.storage_driver_${value}`)
                : STORAGE_PROVIDERS[value].name,
          }))}
          value={current}
          onChange={({ currentTarget: { value } }) => choose(value as StorageDriver)}
        />
        <FieldNotes
          name="storage_driver"
          help={current === 'wasabi' && t('admin_settings.s3_wasabi_help')}
        />
      </div>
      {regions.length > 0 && (
        <SelectInput
          name="s3_region"
          label={<FieldLabel isChanged={region.isChanged}>{region.label}</FieldLabel>}
          error={region.error}
          data={regions.map(value => ({ value, label: value }))}
          value={region.value ?? regions[0] ?? ''}
          onChange={({ currentTarget: { value } }) => fillIn(current, value)}
        />
      )}
    </SettingsRow>
  )
}

const TESTED = [
  'storage_driver',
  's3_endpoint',
  's3_region',
  's3_bucket',
  's3_prefix',
  's3_access_key_id',
  's3_path_style',
] as const

/** Tries the bucket with what is in the form. */
function StorageTestPanel({ isDisabled }: { isDisabled: boolean }) {
  const { t } = useTranslation()
  const form = useForm()
  const values = Object.fromEntries(
    TESTED.filter(name => form.isChanged(name)).map(name => [name, form.valueOf(name)]),
  )
  const secret = form.secretDraftOf('s3_secret_access_key')
  const run = async (): Promise<TestResult> => {
    const { data } = await api(testStorageSettings, {
      body: { values, secrets: { s3_secret_access_key: secret } },
    })
    return {
      isPassed: data.is_passed,
      text: t(
        data.is_passed
          ? 'admin_settings.storage_test_passed'
          : 'admin_settings.storage_test_refused',
      ),
      details: data.checks
        .filter(({ passed, is_needed }) => !passed && (is_needed || data.is_passed))
        .map(({ check, answer }) =>
          [t(`admin_settings.storage_check_${check}`), answer].filter(Boolean).join(': '),
        ),
    }
  }
  return (
    <TestPanel
      text={t('admin_settings.storage_test_text')}
      button={t('admin_settings.storage_test')}
      run={run}
      tested={[values, secret]}
      disabled={isDisabled}
    />
  )
}
