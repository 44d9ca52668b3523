import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { SwitchRow } from '../../ui/form/switch-row.tsx'

const BYTES_PER_GB = 1e9

export interface CapacityValues {
  isLimited: boolean
  gigabytes: string
  [field: string]: unknown
}

/** The limit in bytes; null without one. */
export const bytesOf = ({ isLimited, gigabytes }: CapacityValues): number | null =>
  isLimited ? Math.round(Number(gigabytes.replace(',', '.')) * BYTES_PER_GB) : null

/** The limit as the text of the field; empty without one. */
export const gigabytesOf = (bytes: number | null | undefined): string =>
  typeof bytes === 'number' ? String(bytes / BYTES_PER_GB) : ''

/** The error of the field, or null. */
export function capacityError(text: string, { isLimited }: CapacityValues): string | null {
  if (!isLimited) return null
  if (text.trim() === '') return i18next.t('validation.required')
  const bytes = bytesOf({ isLimited, gigabytes: text })
  const isValid = bytes !== null && bytes >= 0 && Number.isSafeInteger(bytes)
  return isValid ? null : i18next.t('validation.number')
}

interface CapacityFieldProps<V extends CapacityValues> {
  form: UseFormReturnType<V>
}

/** A storage limit in gigabytes, or none. */
export function CapacityField<V extends CapacityValues>({ form }: CapacityFieldProps<V>) {
  const { t } = useTranslation()
  const { isLimited } = form.values
  return (
    <>
      <SwitchRow
        label={t('admin_users.limit_storage')}
        text={isLimited ? undefined : t('admin_users.no_limit_text')}
        isOn={isLimited}
        onChange={isOn => form.setFieldValue('isLimited', isOn as never)}
      />
      {isLimited && (
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
