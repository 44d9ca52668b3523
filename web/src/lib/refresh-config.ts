import { ACCENT_STYLES, accentStyles } from '@coffer/contract/accent-color'
import { getConfig } from '@coffer/contract/config'
import { api } from './api.ts'
import { updateConfig } from './config.ts'

/** Reads the configuration again after a call that changed it, and applies it to this page. */
export async function refreshConfig(): Promise<void> {
  const config = await api(getConfig, {})
  updateConfig(config)
  applyAccent(config.appColor)
}

/** Applies a new accent colour to this page; the server wrote the current one into it. */
function applyAccent(color: string | null): void {
  const styles = document.getElementById(ACCENT_STYLES) ?? document.createElement('style')
  styles.id = ACCENT_STYLES
  styles.textContent = accentStyles(color)
  document.head.append(styles)
}
