import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { Eye, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** A password's field, whose content can be shown. */
export function SecretInput(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      {...props}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
      visibilityToggleIcon={({ reveal }) => {
        const Icon = reveal ? EyeOff : Eye
        return <Icon size={18} strokeWidth={1.75} aria-hidden />
      }}
    />
  )
}
