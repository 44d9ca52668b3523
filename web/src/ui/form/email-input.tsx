import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { emailField } from './email-field.ts'

/** The email to sign in with, recognised by password managers. */
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
