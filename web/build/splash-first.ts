import type { Plugin } from 'vite'

const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/
const MODULES = /<(script type="module"|link rel="modulepreload")/g

/**
 * Lets browsers paint the splash before styles and scripts have arrived: the style sheet stands at the
 * end of the page, and scripts wait for the connections that the rest leaves. Scripts run after the
 * style sheet has been applied, so the app is never painted without it.
 */
export function splashFirst(): Plugin {
  return {
    name: 'splash-first',
    transformIndexHtml: {
      order: 'post',
      handler: html => {
        const [styleSheet = ''] = STYLE_SHEET.exec(html) ?? []
        return html
          .replace(styleSheet, '')
          .replace(MODULES, '<$1 fetchpriority="low"')
          .replace('</body>', () => `${styleSheet.trim()}</body>`)
      },
    },
  }
}
