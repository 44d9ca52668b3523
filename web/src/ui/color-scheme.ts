import type { ThemeMode } from '@coffer/contract/account'
import type { MantineColorSchemeManager } from '@mantine/core'
import { config } from '../lib/config.ts'
import { localSetting } from '../lib/local-setting.ts'
import { useStore } from '../lib/store.ts'

/** public/theme.js reads this setting by its name before the first paint. */
const storedMode = localSetting('theme', ['unset', 'light', 'dark', 'system'])

export const themeMode = (): ThemeMode => {
  const mode = storedMode.get()
  return mode === 'unset' ? config().defaultThemeMode : mode
}

export const setThemeMode = (mode: ThemeMode): void => storedMode.set(mode)

/** Makes the component library use our setting as the single source. */
export const colorSchemes: MantineColorSchemeManager = {
  get: () => toMantineScheme(themeMode()),
  set: () => {},
  subscribe: onUpdate => {
    unsubscribe = storedMode.subscribe(() => onUpdate(toMantineScheme(themeMode())))
  },
  unsubscribe: () => unsubscribe(),
  clear: () => {},
}

let unsubscribe = () => {}
const toMantineScheme = (mode: ThemeMode) => (mode === 'system' ? 'auto' : mode)

export const useThemeMode = (): ThemeMode => {
  useStore(storedMode)
  return themeMode()
}
