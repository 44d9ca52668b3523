import type { Plugin } from 'vite'

const STYLE_SHEETS = /\s*<link rel="stylesheet"[^>]*>/g
const MODULES = /<(script type="module"|link rel="modulepreload")/g

/**
 * Lets browsers paint the splash before styles and scripts have arrived: style sheets stand at the
 * end of the page, and scripts wait for the connections that the rest leaves. Scripts run after style
 * sheets have been applied, so the app is never painted without them.
 */
export function splashFirst(): Plugin {
  return {
    name: 'splash-first',
    transformIndexHtml: {
      order: 'post',
      handler: html => {
        const styleSheets = html.match(STYLE_SHEETS) ?? []
        return html
          .replace(STYLE_SHEETS, '')
          .replace(MODULES, '<$1 fetchpriority="low"')
          .replace('</body>', () => `${styleSheets.join('').trim()}</body>`)
      },
    },
  }
}
