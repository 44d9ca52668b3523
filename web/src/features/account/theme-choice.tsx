import type { ThemeMode } from '@coffer/contract/account'
import { SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { setThemeMode, useThemeMode } from '../../ui/color-scheme.ts'
import { Setting } from '../../ui/setting.tsx'
import { useUpdateSettings } from './account.api.ts'

export function ThemeChoice() {
  const { t } = useTranslation()
  const id = useId()
  const update = useUpdateSettings()
  const choose = (mode: ThemeMode) => {
    setThemeMode(mode)
    update.mutate({ theme_mode: mode })
  }
  return (
    <Setting id={id} title={t('theme.title')} text={t('theme.text')}>
      <SegmentedControl
        aria-labelledby={id}
        value={useThemeMode()}
        onChange={choose}
        data={[
          { value: 'light', label: t('theme.light') },
          { value: 'dark', label: t('theme.dark') },
          { value: 'system', label: t('theme.system') },
        ]}
      />
    </Setting>
  )
}
