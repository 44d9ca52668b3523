import type { ThemeMode } from '@coffer/contract/account'
import type { MantineColorSchemeManager } from '@mantine/core'
import { config } from '../lib/config.ts'
import { localSetting } from '../lib/local-setting.ts'
import { useStore } from '../lib/store.ts'

/** Kept under the name that public/theme.js reads before the first paint. */
const kept = localSetting('theme', ['unset', 'light', 'dark', 'system'])

export const themeMode = (): ThemeMode => {
  const mode = kept.get()
  return mode === 'unset' ? config().defaultThemeMode : mode
}

export const setThemeMode = (mode: ThemeMode): void => kept.set(mode)

/** Lets the component library follow our setting, so that there is one truth. */
export const colorSchemes: MantineColorSchemeManager = {
  get: () => schemeOf(themeMode()),
  set: () => {},
  subscribe: onUpdate => {
    unsubscribe = kept.subscribe(() => onUpdate(schemeOf(themeMode())))
  },
  unsubscribe: () => unsubscribe(),
  clear: () => {},
}

let unsubscribe = () => {}
const schemeOf = (mode: ThemeMode) => (mode === 'system' ? 'auto' : mode)

export const useThemeMode = (): ThemeMode => {
  useStore(kept)
  return themeMode()
}
