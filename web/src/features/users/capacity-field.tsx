import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { bytesOf, sizeIn, toTypedNumber } from '../../lib/sizes.ts'
import { SwitchRow } from '../../ui/form/switch-row.tsx'

export interface CapacityValues {
  isLimited: boolean
  gigabytes: string
  [field: string]: unknown
}

/** The limit in bytes; null without one. */
export const capacityOf = (
  { isLimited, gigabytes }: CapacityValues,
  locale: string,
): number | null => (isLimited ? bytesOf(gigabytes, 'GB', locale) : null)

/** The limit as the text of the field; empty without one. */
export const gigabytesOf = (bytes: number | null | undefined, locale: string): string =>
  typeof bytes === 'number' ? toTypedNumber(sizeIn(bytes, 'GB'), locale) : ''

/** The error of the field, or null. */
export const capacityError =
  (locale: string) =>
  (text: string, { isLimited }: CapacityValues): string | null => {
    if (!isLimited) return null
    if (text.trim() === '') return i18next.t('validation.required')
    const bytes = bytesOf(text, 'GB', locale)
    const isValid = bytes >= 0 && Number.isSafeInteger(bytes)
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
