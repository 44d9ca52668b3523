import type { Plugin } from 'vite'

/**
 * Preloads the first font in parallel with the style sheet, so that text does not change its font.
 */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const font = Object.keys(bundle).find(name => /geist-latin-wght.*\.woff2$/.test(name))
        if (!font) return []
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `/${font}`,
          crossorigin: '',
        }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
