import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { EMOJI_GROUPS } from '../src/ui/emoji-list.ts'
import { TWEMOJI_FOLDER, twemojiFile } from '../src/ui/twemoji.ts'

const packageFolder = dirname(createRequire(import.meta.url).resolve('@twemoji/svg/package.json'))
const read = (file: string) => readFile(join(packageFolder, file))

/** Serves the pictures of the emoji that are offered; each is fetched when it is first seen. */
export function twemoji(): Plugin {
  return {
    name: 'twemoji',
    configureServer: server => {
      server.middlewares.use(`/${TWEMOJI_FOLDER}`, (request, response) => {
        const [, file = ''] = /^\/([0-9a-f-]+\.svg)/.exec(request.url ?? '') ?? []
        response.setHeader('Content-Type', 'image/svg+xml')
        read(file)
          .then(svg => response.end(svg))
          .catch(() => response.writeHead(404).end())
      })
    },
    async generateBundle() {
      for (const { emoji } of Object.values(EMOJI_GROUPS).flat()) {
        const file = twemojiFile(emoji)
        const fileName = `${TWEMOJI_FOLDER}/${file}`
        this.emitFile({ type: 'asset', fileName, source: await read(file) })
      }
    },
  }
}
