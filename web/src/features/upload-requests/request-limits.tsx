import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SelectInput } from '../../ui/form/select-input.tsx'
import { UNITS, type Unit, type Values } from './request-form-values.ts'
import classes from './requests-dialog.module.css'

interface RequestLimitsProps {
  values: Values
  errors: Record<string, string>
  /** Whether the section is expanded at first, because limits are set. */
  isOpen: boolean
  onChange: (part: Partial<Values>) => void
}

/** Optional limits: number, size and types of files. */
export function RequestLimits({ values, errors, isOpen, onChange }: RequestLimitsProps) {
  const { t } = useTranslation()
  const field = (name: 'maxFiles' | 'maxSize' | 'types') => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <details className={classes.limits} open={isOpen || undefined}>
      <summary>{t('upload_requests.limits')}</summary>
      <div className={classes.fields}>
        <div className={classes.trio}>
          <TextInput
            label={t('upload_requests.max_files')}
            inputMode="numeric"
            {...field('maxFiles')}
          />
          <TextInput
            label={t('upload_requests.max_size')}
            inputMode="decimal"
            {...field('maxSize')}
          />
          <SelectInput
            aria-label={t('upload_requests.unit')}
            value={values.unit}
            data={[...UNITS]}
            onChange={event => onChange({ unit: event.currentTarget.value as Unit })}
          />
        </div>
        <TextInput
          label={t('upload_requests.types')}
          description={t('upload_requests.types_hint')}
          {...field('types')}
        />
      </div>
    </details>
  )
}
