import { ACCENT_STYLES, accentStyles } from '@coffer/contract/accent-color'

/** Applies a new accent colour to this page; the server wrote the current one into it. */
export function applyAccent(color: string | null): void {
  const styles = document.getElementById(ACCENT_STYLES) ?? document.createElement('style')
  styles.id = ACCENT_STYLES
  styles.textContent = accentStyles(color)
  document.head.append(styles)
}
