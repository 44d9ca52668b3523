import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { firstLoad } from './build/first-load.ts'
import { pdfFiles } from './build/pdf-files.ts'
import { plainSchemas } from './build/plain-schemas.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { twemoji } from './build/twemoji.ts'

export default defineConfig(({ mode }) => {
  const { SERVER_URL = 'http://127.0.0.1:3000' } = loadEnv(mode, '.', 'SERVER_')
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      preloadFont(),
      twemoji(),
      pdfFiles(),
      plainSchemas(),
      firstLoad(),
      precompress(),
    ],
    // Everything but the pages themselves is the server's.
    server: {
      proxy: { '^/(api|avatar|file|thumbnail|translations)/': { target: SERVER_URL, ws: true } },
    },
    build: {
      target: 'es2023',
      // The server's policy allows scripts and fonts from its own address only, so nothing is put in as data.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              // In one file, so that the setting is made before the first schema.
              { name: 'schemas', test: /node_modules\/zod\/|schema-setup/, priority: 3 },
              // Changes only with its packages, and stays in the browser's cache across releases.
              { name: 'packages', test: /node_modules\//, tags: ['$initial'], priority: 2 },
              // Each by itself costs more than several together.
              { name: 'icons', test: /lucide-react\//, minShareCount: 6 },
              // What lists of items need wherever they stand.
              {
                name: 'lists',
                test: /src\/(features\/(browse|items)|ui|lib)\//,
                minShareCount: 11,
              },
              // A list of items and what is done in it, without the pages around it.
              {
                name: 'item-list',
                test: /src\/(features\/(browse\/(draft-row|item-list|breadcrumb|view-switch|drop-zone)|items\/key-commands|uploads\/pick-files)|pages\/platform\/(file-list|use-(downloads|folder|new-folder|place|preview|transfers))|ui\/avatar|lib\/use-loaded)\.|components\/Skeleton\/|use-debounced-value/,
              },
              // What a link's guests see first, in one file: its parts are shared with their other pages.
              {
                name: 'shared-folder',
                test: /src\/pages\/guest\/(shared-(folder|head|tools|link)|sparing|use-(shared-folder|guest-keys))/,
              },
              // What every page needs comes in one file rather than in twenty.
              { name: 'shell', tags: ['$initial'], priority: 1 },
            ],
          },
        },
      },
    },
  }
})
