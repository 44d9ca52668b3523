import { defineConfig } from 'rolldown'

/** Packages with binaries of their own, or that start threads from their own files. */
const external = [
  'better-sqlite3',
  /^@node-rs\//,
  'pg-native',
  'pino',
  'sharp',
  /^@napi-rs\//,
  /^pdfjs-dist/,
]

/**
 * The server as `npm start` runs it: a few files instead of two thousand, which starts in half the
 * time and keeps a fifth less in memory (docs/decisions). Development and tests run the sources.
 */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    coffer: 'src/coffer.ts',
    'disk-worker': 'src/files/disk-worker.ts',
    'text-worker': 'src/text/text-worker.ts',
    'media-worker': 'src/media/media-worker.ts',
  },
  platform: 'node',
  external,
  output: { dir: 'dist', format: 'esm', cleanDir: true },
})
