import type { Plugin } from 'vite'

/** Asks for the first font beside the style sheet instead of after it, so that words don't change their face. */
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
