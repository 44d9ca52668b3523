import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { TWEMOJI_FOLDER } from '../src/ui/twemoji.ts'

const packageFolder = dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'))

/** Serves the image of every emoji; each is fetched when it is first shown. */
export function twemoji(): Plugin {
  return {
    name: 'twemoji',
    configureServer: server => {
      server.middlewares.use(`/${TWEMOJI_FOLDER}`, (request, response) => {
        const [, file = ''] = /^\/([0-9a-f-]+\.svg)/.exec(request.url ?? '') ?? []
        response.setHeader('Content-Type', 'image/svg+xml')
        readFile(join(packageFolder, file))
          .then(svg => response.end(svg))
          .catch(() => response.writeHead(404).end())
      })
    },
    // Copied without the bundler, which would report every file.
    async writeBundle({ dir = '' }) {
      const folder = join(dir, TWEMOJI_FOLDER)
      await mkdir(folder, { recursive: true })
      const files = (await readdir(packageFolder)).filter(isIncluded)
      await Promise.all(files.map(file => copyFile(join(packageFolder, file), join(folder, file))))
    },
  }
}

const SKIN_TONE = /1f3f[b-f]/

const isIncluded = (file: string): boolean => file.endsWith('.svg') && !SKIN_TONE.test(file)
