import { join } from 'node:path'
import { defineConfig } from 'vite'
import { preloadFont } from './build/preload-font.ts'

/**
 * Builds the template, styles and script of the pages that the server renders, apart from the app so
 * that they load none of it. Runs first, because the build of the app compresses all files.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [preloadFont()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: join(import.meta.dirname, 'public-page.html') },
  },
})
