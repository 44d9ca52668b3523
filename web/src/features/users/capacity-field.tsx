import type { AdminUser, CapacityBytes } from '@coffer/contract/admin-users'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { bytesOf, sizeIn, toTypedNumber } from '../../lib/sizes.ts'
import { ChoiceCards } from '../../ui/form/choice-cards.tsx'

export type UserStorage = AdminUser['attributes']['storage']

const CAPACITIES = ['default', 'own', 'none'] as const

export interface CapacityValues {
  capacity: (typeof CAPACITIES)[number]
  gigabytes: string
  [field: string]: unknown
}

/** The chosen limit, as the calls send it. */
export function capacityOf({ capacity, gigabytes }: CapacityValues, locale: string): CapacityBytes {
  if (capacity === 'own') return bytesOf(gigabytes, 'GB', locale)
  return capacity === 'none' ? null : 'default'
}

/** The field's values for the limit of a user. @param storage undefined for several users */
export function capacityValues(storage: UserStorage | undefined, locale: string): CapacityValues {
  const { capacity_bytes: bytes = null, has_own_capacity: isOwn = true } = storage ?? {}
  const gigabytes = bytes === null ? '' : toTypedNumber(sizeIn(bytes, 'GB'), locale)
  if (!isOwn) return { capacity: 'default', gigabytes }
  return { capacity: storage && bytes === null ? 'none' : 'own', gigabytes }
}

/** The error of the number, or null. */
export const capacityError =
  (locale: string) =>
  (text: string, { capacity }: CapacityValues): string | null => {
    if (capacity !== 'own') return null
    if (text.trim() === '') return i18next.t('validation.required')
    const bytes = bytesOf(text, 'GB', locale)
    const isValid = bytes >= 0 && Number.isSafeInteger(bytes)
    return isValid ? null : i18next.t('validation.number')
  }

interface CapacityFieldProps<V extends CapacityValues> {
  form: UseFormReturnType<V>
}

/** The default storage limit, one of the user's own in gigabytes, or none. */
export function CapacityField<V extends CapacityValues>({ form }: CapacityFieldProps<V>) {
  const { t } = useTranslation()
  const { capacity } = form.values
  return (
    <>
      <ChoiceCards
        name="capacity"
        label={t('admin_users.limit')}
        value={capacity}
        options={CAPACITIES.map(value => ({
          value,
          title: t(`admin_users.capacity_${value}`),
          text: t(`admin_users.capacity_${value}_text`),
        }))}
        onChange={value => form.setFieldValue('capacity', value as never)}
      />
      {capacity === 'own' && (
        <TextInput
          {...form.getInputProps('gigabytes')}
          label={t('admin_users.limit_gb')}
          inputMode="decimal"
          autoComplete="off"
        />
      )}
    </>
  )
}
