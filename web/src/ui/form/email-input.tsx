import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { emailField } from './email-field.ts'

/** The address somebody signs in with, as password managers look for it. */
export function EmailInput(props: TextInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      autoComplete="username"
      {...props}
      label={t('fields.email')}
      {...emailField}
      size="md"
    />
  )
}
