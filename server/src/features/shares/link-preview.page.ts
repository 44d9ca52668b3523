import { directionOf, type Locale } from '@coffer/contract'
import { escapeMarkup } from '../../lib/markup.ts'

/** The Open Graph preview of a share. */
export interface LinkPreview {
  locale: Locale
  site: string
  url: string
  title: string
  text: string
  /** Absolute URL of a thumbnail, if the shared item has one. */
  image: string | null
}

const meta = (property: string, content: string): string =>
  `<meta property="${property}" content="${escapeMarkup(content)}">`

/** Contains only the preview: crawlers run no scripts, and search engines must not index it. */
export const linkPreviewPage = ({ locale, site, url, title, text, image }: LinkPreview): string =>
  [
    `<!doctype html><html lang="${escapeMarkup(locale)}" dir="${directionOf(locale)}"><head><meta charset="utf-8">`,
    `<title>${escapeMarkup(title)}</title>`,
    '<meta name="robots" content="noindex, nofollow">',
    `<meta name="description" content="${escapeMarkup(text)}">`,
    meta('og:type', 'website'),
    meta('og:site_name', site),
    meta('og:url', url),
    meta('og:title', title),
    meta('og:description', text),
    ...(image ? [meta('og:image', image)] : []),
    `<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">`,
    `</head><body><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p></body></html>`,
  ].join('\n')
