import { accentTheme } from '@coffer/contract/accent-color'
import type { ClientConfig } from '@coffer/contract/config'
import { LOGO_SHAPES } from '@coffer/contract/logos'
import { escapeMarkup } from '../lib/markup.ts'

type Appearance = Pick<ClientConfig, 'appName' | 'appDescription' | 'appColor' | 'logos' | 'host'>

/** The icons of the page: a missing one is made from the logo. */
const iconsOf = ({ main, favicon, touch_icon }: ClientConfig['logos']) => ({
  favicon: favicon ?? main,
  touchIcon: touch_icon ?? main,
})

const iconLink = (defaultLink: string, rel: string, url: string | null): string =>
  url === null ? defaultLink : `<link rel="${rel}" href="${escapeMarkup(url)}" />`

/** Link previews need complete URLs. */
const absolute = (url: string, host: string): string => (URL.canParse(url) ? url : `${host}${url}`)

function socialTags({ appName, appDescription, logos, host }: Appearance): string {
  const { width, height } = LOGO_SHAPES.app_og_image
  const picture = logos.og_image && absolute(logos.og_image, host)
  const tags = {
    'og:type': 'website',
    'og:site_name': appName,
    'og:title': appName,
    ...(appDescription && { 'og:description': appDescription }),
    ...(picture && {
      'og:image': picture,
      'og:image:width': String(width),
      'og:image:height': String(height),
    }),
  }
  return Object.entries(tags)
    .map(([property, value]) => `<meta property="${property}" content="${escapeMarkup(value)}" />`)
    .join('')
}

/** Sets the icons, which browsers request before any script runs. */
export function withIcons(page: string, { logos }: Pick<Appearance, 'logos'>): string {
  const icons = iconsOf(logos)
  return page
    .replace(/<link rel="icon"[^>]*>/, link => iconLink(link, 'icon', icons.favicon))
    .replace(/<link rel="apple-touch-icon"[^>]*>/, link =>
      iconLink(link, 'apple-touch-icon', icons.touchIcon),
    )
}

/** Sets name, description and link preview of the page, which crawlers read without the app. */
export function withAppearance(page: string, appearance: Appearance): string {
  const { appName, appDescription } = appearance
  return page
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeMarkup(appName)}</title>`)
    .replace(/<meta name="description"[^>]*>/, tag =>
      appDescription === null
        ? tag
        : `<meta name="description" content="${escapeMarkup(appDescription)}" />`,
    )
    .replace('</head>', () => `${socialTags(appearance)}</head>`)
}

export interface Manifest {
  name: string
  short_name: string
  description: string
  theme_color: string
  icons: unknown[]
  [member: string]: unknown
}

/** Sets name, description, colour and icons of the installed app. */
export function manifestOf(manifest: Manifest, appearance: Appearance): Manifest {
  const { appName, appDescription, appColor, logos } = appearance
  const { touchIcon } = iconsOf(logos)
  const icons = [touchIcon, logos.main].filter(url => url !== null)
  return {
    ...manifest,
    name: appName,
    short_name: appName,
    description: appDescription ?? manifest.description,
    theme_color: accentTheme(appColor).light.accent,
    icons:
      icons.length === 0
        ? manifest.icons
        : [...new Set(icons)].map(src => ({ src, sizes: 'any', type: 'image/png' })),
  }
}
