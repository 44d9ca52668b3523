import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/
const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/**
 * Writes `.br` and `.gz` next to every text file, so that the server never compresses on the fly.
 */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: config => {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true })
      const files = names.filter(name => TEXT.test(name)).map(name => join(folder, name))
      await Promise.all(files.map(compress))
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    // The largest block, because size matters here and time does not.
    [constants.BROTLI_PARAM_LGBLOCK]: 24,
  }
  await writeFile(`${file}.br`, await brotli(content, { params }))
  await writeFile(`${file}.gz`, await deflate(content, { level: 9 }))
}
