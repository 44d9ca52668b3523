import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

type Chunks = Map<string, Rolldown.OutputChunk>

interface Page {
  name: string
  /** Visits of this path and those below it start here. */
  path: string
  /** Modules loaded for the page in addition to the entry and its imports. */
  modules: readonly string[]
  limitKb: number
}

const PAGES: readonly Page[] = [
  {
    name: 'sign-in',
    path: '/sign-in',
    modules: ['src/app/layouts/auth-layout.tsx', 'src/pages/guest/sign-in.tsx'],
    limitKb: 200,
  },
  {
    name: 'files',
    path: '/platform/files',
    modules: [
      'src/app/layouts/app-layout.tsx',
      'src/pages/platform/files.tsx',
      'src/pages/platform/panel.tsx',
      'src/pages/platform/upload-dock.tsx',
    ],
    limitKb: 260,
  },
  {
    name: 'share',
    path: '/share',
    modules: ['src/app/layouts/share-layout.tsx', 'src/pages/guest/shared-folder.tsx'],
    limitKb: 200,
  },
]

/** The server reads it: see server/src/http/web-app.ts. */
const FILE = 'first-load.json'

/**
 * Reports how much script the first visit of a page loads, and warns when it exceeds the budget. Writes
 * the files of each page, by its path, so that the server can name them in the HTML: browsers load them
 * together with the entry rather than after it.
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    generateBundle(_, bundle) {
      const all = Object.values(bundle).filter(output => output.type === 'chunk')
      const chunks: Chunks = new Map(all.map(chunk => [chunk.fileName, chunk]))
      const files: Record<string, string[]> = {}
      for (const page of PAGES) {
        const scripts = scriptsOf(page, chunks)
        files[page.path] = lazyFiles(scripts, chunks)
        const { brotli, gzip } = sizeOf(scripts)
        const message = `first load of ${page.name}: ${brotli} kB by Brotli, ${gzip} kB by gzip`
        if (brotli > page.limitKb) this.warn(`${message}; at most ${page.limitKb} kB are allowed`)
        else this.info(message)
      }
      this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(files) })
    },
  }
}

/** The files of the scripts and their styles that the HTML does not name by itself. */
function lazyFiles(scripts: Iterable<Rolldown.OutputChunk>, chunks: Chunks): string[] {
  const entry = new Set(filesOf(scriptsOf({ modules: [] }, chunks)))
  return filesOf(scripts).filter(file => !entry.has(file))
}

const filesOf = (scripts: Iterable<Rolldown.OutputChunk>): string[] =>
  [...scripts].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ])

function scriptsOf({ modules }: Pick<Page, 'modules'>, chunks: Chunks): Set<Rolldown.OutputChunk> {
  const isNeeded = ({ isEntry, moduleIds }: Rolldown.OutputChunk) =>
    isEntry || modules.some(module => moduleIds.some(id => id.endsWith(`/${module}`)))
  const needed = new Set<Rolldown.OutputChunk>()
  const waiting = [...chunks.values()].filter(isNeeded)
  for (const chunk of waiting) {
    if (needed.has(chunk)) continue
    needed.add(chunk)
    for (const name of chunk.imports) {
      const imported = chunks.get(name)
      if (imported) waiting.push(imported)
    }
  }
  return needed
}

function sizeOf(scripts: Iterable<Rolldown.OutputChunk>): { brotli: number; gzip: number } {
  let brotli = 0
  let gzip = 0
  for (const { code } of scripts) {
    brotli += brotliCompressSync(code).length
    gzip += gzipSync(code, { level: 9 }).length
  }
  return { brotli: Math.ceil(brotli / 1000), gzip: Math.ceil(gzip / 1000) }
}
