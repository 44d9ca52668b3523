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
  /** Spec §4: on public screens it counts in this browser alone. */
  isPublic?: boolean
}

/** Spec §4: light and dark, saved with the user. */
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
