import type { SetupProgress } from '@coffer/contract/setup'
import {
  endpointOf,
  STORAGE_DRIVERS,
  STORAGE_PROVIDERS,
  type StorageDriver,
} from '@coffer/contract/storage-providers'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/use-format.ts'
import { SecretInput } from '../../ui/form/secret-input.tsx'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { useLockableFields, withoutLocked } from './locked-fields.ts'
import type { StorageDraft } from './setup-values.api.ts'
import classes from './step-form.module.css'
import { StorageTest } from './storage-test.tsx'

export interface StorageForm extends Record<string, string> {
  storage_driver: string
  s3_endpoint: string
  s3_region: string
  s3_bucket: string
  s3_prefix: string
  s3_access_key_id: string
  s3_secret_access_key: string
}

export const storageFormOf = ({ values }: SetupProgress): StorageForm => ({
  storage_driver: values.storage_driver ?? 'disk',
  s3_endpoint: values.s3_endpoint ?? '',
  s3_region: values.s3_region ?? '',
  s3_bucket: values.s3_bucket ?? '',
  s3_prefix: values.s3_prefix ?? '',
  s3_access_key_id: values.s3_access_key_id ?? '',
  s3_secret_access_key: '',
})

const textOrNull = (text: string): string | null => text.trim() || null

const driverOf = ({ storage_driver }: StorageForm): StorageDriver =>
  STORAGE_DRIVERS.find(driver => driver === storage_driver) ?? 'disk'

/** Servers of one's own have no host name for each bucket. */
const isPathStyle = (form: StorageForm): boolean => driverOf(form) === 'other'

/** The bucket to store or to test; values that the environment sets are left out. */
export function storageDraftOf(form: StorageForm, locked: readonly string[]): StorageDraft {
  const draft: StorageDraft = {
    storage_driver: driverOf(form),
    s3_endpoint: textOrNull(form.s3_endpoint),
    s3_region: textOrNull(form.s3_region),
    s3_bucket: textOrNull(form.s3_bucket),
    s3_prefix: textOrNull(form.s3_prefix),
    s3_access_key_id: textOrNull(form.s3_access_key_id),
    s3_path_style: isPathStyle(form),
    // An empty field keeps a stored key.
    ...(form.s3_secret_access_key !== '' && { s3_secret_access_key: form.s3_secret_access_key }),
  }
  return withoutLocked(draft, locked)
}

/** A bucket needs its name and address. */
export const checkBucketField =
  (required: string) =>
  (value: string, form: StorageForm): string | null =>
    form.storage_driver !== 'disk' && value.trim() === '' ? required : null

interface StorageCardProps<F extends StorageForm> {
  form: UseFormReturnType<F>
  progress: SetupProgress
  isFixed: boolean
  onTested: (draft: StorageDraft, isPassed: boolean) => void
}

/** Where files are stored: on disk or in a bucket. */
export function StorageCard<F extends StorageForm>({
  form,
  progress,
  isFixed,
  onTested,
}: StorageCardProps<F>) {
  const { t } = useTranslation()
  const storage = form as unknown as UseFormReturnType<StorageForm>
  const driver = driverOf(storage.values)
  const { locked } = progress
  function fillIn(next: StorageDriver, region: string | undefined): void {
    if (next === 'disk' || region === undefined) return
    const filled = { s3_region: region, s3_endpoint: endpointOf(next, region) ?? '' }
    for (const [name, value] of Object.entries(withoutLocked(filled, locked)))
      storage.setFieldValue(name, value)
  }
  function choose(next: StorageDriver): void {
    storage.setFieldValue('storage_driver', next)
    if (next === 'disk' || next === 'other') return
    const isRegionLocked = locked.includes('s3_region')
    fillIn(next, isRegionLocked ? storage.values.s3_region : STORAGE_PROVIDERS[next].regions[0])
  }
  return (
    <section className={classes.card}>
      <h2>{t('setup.storage')}</h2>
      {isFixed ? (
        <p>{t('setup.storage_fixed')}</p>
      ) : (
        <SelectInput
          label={t('setup.storage_driver')}
          value={driver}
          data={STORAGE_DRIVERS.map(value => ({
            value,
            label:
              value === 'disk' || value === 'other'
                ? t(`setup.storage_driver_${value}`)
                : STORAGE_PROVIDERS[value].name,
          }))}
          onChange={({ currentTarget: { value } }) => choose(value as StorageDriver)}
        />
      )}
      {driver === 'disk' && <DiskFacts progress={progress} />}
      {driver !== 'disk' && !isFixed && (
        <>
          <BucketFields
            form={storage}
            locked={locked}
            driver={driver}
            onRegion={region => fillIn(driver, region)}
          />
          <StorageTest draft={storageDraftOf(storage.values, locked)} onResult={onTested} />
        </>
      )}
    </section>
  )
}

function DiskFacts({ progress: { storage } }: { progress: SetupProgress }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <p>{t('setup.storage_disk')}</p>
      <dl className={classes.facts}>
        <dt>{t('setup.storage_path')}</dt>
        <dd>{storage.path}</dd>
        {storage.free_bytes !== null && (
          <>
            <dt>{t('setup.storage_free')}</dt>
            <dd>{format.bytes(storage.free_bytes)}</dd>
          </>
        )}
      </dl>
    </>
  )
}

interface BucketFieldsProps {
  form: UseFormReturnType<StorageForm>
  locked: readonly string[]
  driver: Exclude<StorageDriver, 'disk'>
  onRegion: (region: string) => void
}

function BucketFields({ form, locked, driver, onRegion }: BucketFieldsProps) {
  const { t } = useTranslation()
  const field = useLockableFields(form, locked)
  const plain = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false }
  const { regions } = STORAGE_PROVIDERS[driver]
  return (
    <div className={classes.fields}>
      {regions.length > 0 && !locked.includes('s3_region') ? (
        <SelectInput
          {...field('s3_region')}
          className={classes.half}
          label={t('setup.s3_region')}
          data={regions.map(value => ({ value, label: value }))}
          onChange={({ currentTarget: { value } }) => onRegion(value)}
        />
      ) : (
        <TextInput
          {...field('s3_region')}
          {...plain}
          className={classes.half}
          label={t('setup.s3_region')}
        />
      )}
      <TextInput
        {...field('s3_endpoint')}
        {...plain}
        className={classes.half}
        inputMode="url"
        label={t('setup.s3_endpoint')}
      />
      <TextInput
        {...field('s3_bucket')}
        {...plain}
        className={classes.half}
        label={t('setup.s3_bucket')}
      />
      <TextInput
        {...field('s3_prefix')}
        {...plain}
        className={classes.half}
        label={t('setup.s3_prefix')}
      />
      <TextInput
        {...field('s3_access_key_id')}
        {...plain}
        className={classes.half}
        label={t('setup.s3_access_key_id')}
      />
      <SecretInput
        {...field('s3_secret_access_key')}
        className={classes.half}
        autoComplete="off"
        label={t('setup.s3_secret_access_key')}
      />
    </div>
  )
}
