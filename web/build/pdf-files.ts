import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** What pdf.js asks for by name when a document needs it: characters, fonts, decoders without WebAssembly. */
const FOLDERS: Record<string, RegExp> = {
  cmaps: /\.bcmap$/,
  standard_fonts: /\.(pfb|ttf)$/,
  wasm: /_nowasm_fallback\.js$/,
}

interface PdfFile {
  /** Below the address of the app; it changes with the version, as with everything that is kept for ever. */
  address: string
  path: string
}

function filesOfPdf(): PdfFile[] {
  const manifest = require.resolve('pdfjs-dist/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return Object.entries(FOLDERS).flatMap(([folder, wanted]) =>
    readdirSync(join(dirname(manifest), folder))
      .filter(name => wanted.test(name))
      .map(name => ({
        address: `assets/pdfjs-${version}/${folder}/${name}`,
        path: join(dirname(manifest), folder, name),
      })),
  )
}

/** Puts them beside the scripts; while one develops they are served from where they are installed. */
export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    configureServer({ middlewares }) {
      const paths = new Map(filesOfPdf().map(({ address, path }) => [`/${address}`, path]))
      middlewares.use((request, response, next) => {
        const path = paths.get(request.url?.split('?')[0] ?? '')
        if (!path) return next()
        const type = path.endsWith('.js') ? 'text/javascript' : 'application/octet-stream'
        response.setHeader('Content-Type', type)
        response.end(readFileSync(path))
      })
    },
    generateBundle() {
      for (const { address, path } of filesOfPdf())
        this.emitFile({ type: 'asset', fileName: address, source: readFileSync(path) })
    },
  }
}
