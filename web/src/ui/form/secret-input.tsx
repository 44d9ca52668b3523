import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** A password field whose content can be shown. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation()
  const id = useId()
  // The library does not connect the field with its error.
  const errorProps = props.error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}
  return (
    <PasswordInput
      {...props}
      {...errorProps}
      id={id}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
      visibilityToggleIcon={({ reveal }) => {
        const Icon = reveal ? EyeOff : Eye
        return <Icon size={18} strokeWidth={1.75} aria-hidden />
      }}
    />
  )
}
