import { LOGO_NAMES, type LogoName } from '@coffer/contract/logos'

/** The picture that stands in for a missing one. */
const FALLBACKS: Partial<Record<LogoName, LogoName>> = {
  app_logo_dark: 'app_logo',
  app_logo_horizontal_dark: 'app_logo_horizontal',
  app_favicon: 'app_logo',
  app_touch_icon: 'app_logo',
}

export interface ShownLogo {
  url: string | null
  /** The logo that the picture comes from, if not from itself. */
  from: LogoName | null
}
export type ShownLogos = Record<LogoName, ShownLogo>

/** Returns what each place shows: its own picture, otherwise the one that stands in for it. */
export function shownLogos(urlOf: (name: LogoName) => string | null): ShownLogos {
  const shown = LOGO_NAMES.map((name): [LogoName, ShownLogo] => {
    const own = urlOf(name)
    const fallback = FALLBACKS[name]
    const other = own === null && fallback ? urlOf(fallback) : null
    return [name, { url: own ?? other, from: other === null ? null : (fallback ?? null) }]
  })
  return Object.fromEntries(shown) as ShownLogos
}
