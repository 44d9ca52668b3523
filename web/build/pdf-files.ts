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

/** Puts them under an address that changes with the version, as everything that is kept for ever. */
export function pdfFiles(): Plugin {
  return {
    name: 'pdf-files',
    apply: 'build',
    generateBundle() {
      const manifest = require.resolve('pdfjs-dist/package.json')
      const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
      for (const [folder, wanted] of Object.entries(FOLDERS))
        for (const name of readdirSync(join(dirname(manifest), folder)).filter(one =>
          wanted.test(one),
        ))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: readFileSync(join(dirname(manifest), folder, name)),
          })
    },
  }
}
