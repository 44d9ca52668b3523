import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** A password's field, whose content can be shown. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation()
  const id = useId()
  // The library leaves the field itself without what is wrong with it.
  const fault = props.error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {}
  return (
    <PasswordInput
      {...props}
      {...fault}
      id={id}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
      visibilityToggleIcon={({ reveal }) => {
        const Icon = reveal ? EyeOff : Eye
        return <Icon size={18} strokeWidth={1.75} aria-hidden />
      }}
    />
  )
}
