import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/**
 * Files that pdf.js loads by name when a document needs them: character maps, fonts, decoders
 * without WebAssembly.
 */
const FOLDERS: Record<string, RegExp> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$/,
  wasm: /_nowasm_fallback\.js$/,
}

interface PdfFile {
  /** Path below the root of the app; contains the version, because assets are cached forever. */
  address: string
  path: string
}

function listPdfFiles(): PdfFile[] {
  const manifest = require.resolve('pdfjs-dist/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return Object.entries(FOLDERS).flatMap(([folder, pattern]) =>
    readdirSync(join(dirname(manifest), folder))
      .filter(name => pattern.test(name))
      .map(name => ({
        address: `assets/pdfjs-${version}/${folder}/${name}`,
        path: join(dirname(manifest), folder, name),
      })),
  )
}

/** Emits these files into the build; the dev server serves them from the package. */
export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    configureServer({ middlewares }) {
      const paths = new Map(listPdfFiles().map(({ address, path }) => [`/${address}`, path]))
      middlewares.use((request, response, next) => {
        const path = paths.get(request.url?.split('?')[0] ?? '')
        if (!path) return next()
        const type = path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream'
        response.setHeader('Content-Type', type)
        response.end(readFileSync(path))
      })
    },
    generateBundle() {
      for (const { address, path } of listPdfFiles())
        this.emitFile({ type: 'asset', fileName: address, source: readFileSync(path) })
    },
  }
}
