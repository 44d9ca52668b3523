import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { firstLoad } from './build/first-load.ts'
import { partErrors } from './build/part-errors.ts'
import { pdfFiles } from './build/pdf-files.ts'
import { plainSchemas } from './build/plain-schemas.ts'
import { precompress } from './build/precompress.ts'
import { preloadFont } from './build/preload-font.ts'
import { splashFirst } from './build/splash-first.ts'
import { twemoji } from './build/twemoji.ts'

export default defineConfig(({ mode }) => {
  const { SERVER_URL = 'http://127.0.0.1:3000' } = loadEnv(mode, '.', 'SERVER_')
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      preloadFont(),
      splashFirst(),
      twemoji(),
      pdfFiles(),
      plainSchemas(),
      partErrors(),
      firstLoad(),
      precompress(),
    ],
    // Everything except the pages is served by the API server.
    server: {
      proxy: {
        '^/(api|avatar|file|thumbnail|translations|page|assets)/': { target: SERVER_URL, ws: true },
      },
    },
    build: {
      target: 'es2023',
      // The template of public pages was built before.
      emptyOutDir: false,
      // The content security policy allows scripts and fonts from our own origin only, so nothing
      // is inlined as data.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // Creating a schema has no effect, so one that nothing uses is dropped.
        treeshake: { manualPureFunctions: ['z', 'endpoint', 'collection'] },
        output: {
          codeSplitting: {
            groups: [
              // In one chunk, so that the setting is applied before the first schema is created.
              { name: 'schemas', test: /node_modules\/zod\/|schema-setup/, priority: 3 },
              // These two change only with the packages, so they stay in the browser's cache across
              // releases. Two, because browsers load them side by side.
              {
                name: 'react',
                test: /node_modules\/(react|react-dom|scheduler)\//,
                tags: ['$initial'],
                priority: 3,
              },
              { name: 'packages', test: /node_modules\//, tags: ['$initial'], priority: 2 },
              // Many tiny chunks would cost more than one.
              { name: 'icons', test: /lucide-react\//, minShareCount: 9 },
              // Code that every list of items needs.
              {
                name: 'lists',
                test: /src\/(features\/(browse|items)|ui(?!\/(form\/(form-failure|select-input|use-form-call)|page-header))|lib)\//,
                minShareCount: 22,
              },
              // The list of items and its actions, without the pages around it.
              {
                name: 'item-list',
                test: /src\/(features\/(browse\/(draft-row|item-list|view-switch|drop-zone)|items\/key-commands|uploads\/can-pick-folders)|pages\/platform\/(file-list|use-(downloads|folder|new-folder|list-page|preview|transfers))|ui\/avatar|lib\/use-loaded)\.|components\/Skeleton\/|use-debounced-value/,
              },
              // The inputs of every form, and how it is sent.
              {
                name: 'inputs',
                test: /src\/ui\/form\/(form-failure|use-form-call)|@mantine\/(core\/esm\/(components\/(Input|InputBase|TextInput)\/|core\/styles-api\/use-resolved)|hooks\/esm\/use-(id|uncontrolled)\/)/,
              },
              // Shares use it without a form.
              { name: 'email-address', test: /contract\/src\/email-address/, priority: 1 },
              // Every layout uses it without the forms of an account.
              { name: 'logo', test: /src\/ui\/logo/ },
              // Signing in and the other pages of an account, of which a visit often needs several.
              {
                name: 'account-forms',
                test: /@mantine\/form\/|src\/(features\/auth\/(account-emails|auth\.api|passkey-button|social|use-offered)|lib\/passkey-obstacle|ui\/(auth-form|form\/(email|secret))|app\/layouts\/auth-layout|pages\/guest\/sign-in\.)/,
              },
              // The first page of a share's guests in one chunk; its parts are shared with other
              // pages.
              {
                name: 'shared-folder',
                test: /src\/pages\/guest\/(shared-(folder|head|tools|link)|link-error|limited-downloads|use-(shared-folder|guest-keys))/,
              },
              // Of 28 bytes, and the first pages of guests need nothing else of the overlays.
              { name: 'noop', test: /utils\/noop\// },
              // Menus, dialogs and other layers over a page.
              {
                name: 'overlays',
                test: /node_modules\/@(mantine|floating-ui)\//,
                minShareCount: 20,
              },
              // The frame around the pages of a link, which is part of that of a signed-in user.
              {
                name: 'link-frame',
                test: /src\/(features\/account\/theme-toggle|app\/layouts\/offline-bar)/,
              },
              // The frame around the pages of a signed-in user.
              {
                name: 'frame',
                test: /src\/(app\/layouts\/(app-layout|navigation-toggle|rail|use-section|use-notification-summary)|features\/(live\/|notifications\/(notification-bell|unread-badge)|previews\/preview-state|remote-uploads\/remote-upload-events|search\/spotlight-store|auth\/use-sign-out)|lib\/(backoff|query-keys|sign-out-guard))|contract\/src\/live\./,
              },
              // Code that the pages with the user's own items share.
              {
                name: 'own-items',
                test: /src\/(pages\/platform\/(use-(files|file-keys|sharing|pending-commands|reveal|favourites)|file-(actions|dialogs)|conflict-host|list-(page|details-panel)|panel|upload-dock|files)\.|features\/(browse\/(folder-tree|tree-|use-(branches|navigation)|favourite-links|location-links|storage-meter|info-(blank|panel\.module)|list-tools)|items\/new-menu|uploads\/(use-uploads|upload-tray))|ui\/(menu-entry|action-menu|panel-link|workspace|storage-kinds))|infinite-?query(observer)?\.js/i,
              },
              // The building blocks of most admin pages and settings.
              { name: 'page-parts', test: /src\/ui\//, minShareCount: 13 },
              { name: 'more-icons', test: /lucide-react\//, minShareCount: 2 },
              // Code that every page needs, in one chunk rather than in twenty.
              { name: 'shell', tags: ['$initial'], priority: 1 },
            ],
          },
        },
      },
    },
  }
})
