import { useComputedColorScheme } from '@mantine/core'
import { Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isSignedIn } from '../../lib/session.ts'
import { setThemeMode } from '../../ui/color-scheme.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useUpdateSettings } from './account.api.ts'

interface ThemeToggleProps {
  tooltip?: 'bottom' | 'right'
  className?: string | undefined
  /** On public pages the choice is stored in this browser only (APP-16). */
  isPublic?: boolean
}

/** APP-34: switches between light and dark, and saves the choice for signed-in users. */
export function ThemeToggle({ isPublic = false, ...props }: ThemeToggleProps) {
  const { t } = useTranslation()
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const update = useUpdateSettings()
  const toggle = () => {
    const mode = dark ? 'light' : 'dark'
    setThemeMode(mode)
    if (!isPublic && isSignedIn()) update.mutate({ theme_mode: mode })
  }
  return (
    <IconButton
      {...props}
      icon={dark ? Sun : Moon}
      label={t(dark ? 'theme.to_light' : 'theme.to_dark')}
      onClick={toggle}
    />
  )
}
